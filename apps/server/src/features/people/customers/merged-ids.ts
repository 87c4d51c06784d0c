import type { Account } from '../../../platform/account.js'

/**
 * The customer that an id refers to today: browsers and scripts keep using the id of a merged customer. Other ids
 * return themselves.
 */
export async function currentIdOf(account: Account, id: string) {
  const merge = account.from('customer_merges').select('customer_id').where('merged_id', '=', id)
  return (await merge.executeTakeFirst())?.customer_id ?? id
}

/** The ids of customers that were merged into this one. */
export async function formerIdsOf(account: Account, customer_id: string) {
  const merges = account.from('customer_merges').select('merged_id').where('customer_id', '=', customer_id)
  return (await merges.execute()).map(({ merged_id }) => merged_id)
}
