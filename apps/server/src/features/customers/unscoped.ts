import { databaseOf } from '../../platform/database/of.js'
import type { Platform } from '../../platform/platform.js'

/** A visitor's browser knows its customer id and nothing else: the id is the capability. */
export async function findAccountOfCustomer(platform: Platform, id: string) {
  const { db } = databaseOf(platform)
  const row = await db.selectFrom('customers').select('account_id').where('id', '=', id).executeTakeFirst()
  return row && platform.account(row.account_id)
}
