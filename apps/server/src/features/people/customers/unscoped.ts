import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** A visitor's browser knows only its customer id: the id is a capability, also after a merge. */
export async function findAccountOfCustomer(platform: Platform, id: string) {
  const { db } = databaseOf(platform)
  const customer = db.selectFrom('customers').select('account_id').where('id', '=', id)
  const merged = db.selectFrom('customer_merges').select('account_id').where('merged_id', '=', id)
  const row = await customer.unionAll(merged).executeTakeFirst()
  return row && platform.account(row.account_id)
}
