import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** A visitor's browser knows its customer id and nothing else: the id is the capability, also after a merge. */
export async function findAccountOfCustomer(platform: Platform, id: string) {
  const { db } = databaseOf(platform)
  const customer = db.selectFrom('customers').select('account_id').where('id', '=', id)
  const merged = db.selectFrom('customer_merges').select('account_id').where('merged_id', '=', id)
  const row = await customer.unionAll(merged).executeTakeFirst()
  return row && platform.account(row.account_id)
}
