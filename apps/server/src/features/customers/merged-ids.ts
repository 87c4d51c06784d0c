import type { Account } from '../../platform/account.js'
import type { VisitorFields } from './fields.js'
import { getCustomer } from './queries.js'

/** Whom an id means today: browsers and scripts go on with the id of somebody who was merged. Any other means itself. */
export async function currentIdOf(account: Account, id: string) {
  const merge = account.from('customer_merges').select('customer_id').where('merged_id', '=', id)
  return (await merge.executeTakeFirst())?.customer_id ?? id
}

/** The ids of those who were merged into this customer. */
export async function formerIdsOf(account: Account, customer_id: string) {
  const merges = account.from('customer_merges').select('merged_id').where('customer_id', '=', customer_id)
  return (await merges.execute()).map(({ merged_id }) => merged_id)
}

const WHO = ['name', 'email', 'phone', 'external_id'] as const

/**
 * A browser that comes with an old id tells of the one who is gone, with every page: that fills what is empty, and takes back
 * nothing that the team has chosen to keep.
 */
export async function withoutKept(account: Account, customer_id: string, fields: VisitorFields) {
  const kept = await getCustomer(account, customer_id)
  const told = { ...fields }
  for (const key of WHO) if (kept[key]) delete told[key]
  if (isMap(told.metadata)) told.metadata = { ...kept.metadata, ...told.metadata }
  return told
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
