import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** The accounts with users who want a summary. */
export async function accountsWithSummaries(platform: Platform): Promise<string[]> {
  const { db } = databaseOf(platform)
  const accounts = db.selectFrom('user_settings').select('account_id').distinct()
  return (await accounts.where('email_weekly_summary', '=', true).execute()).map(({ account_id }) => account_id)
}
