import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** The accounts that were reported on before and have changed since. */
export async function accountsWithChanges(platform: Platform): Promise<string[]> {
  const { db } = databaseOf(platform)
  const accounts = await db.selectFrom('report_changes').select('account_id').distinct().execute()
  return accounts.map(({ account_id }) => account_id)
}
