import type { Account } from '../../../platform/account.js'

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
