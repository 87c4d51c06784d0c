import { sql } from 'kysely'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** Which accounts want reminders is one query over all accounts. */
export async function accountsWithReminders(platform: Platform): Promise<string[]> {
  const { db } = databaseOf(platform)
  const accounts = db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`settings -> 'conversation_reminders_enabled' = 'true'::jsonb`)
  return (await accounts.execute()).map(({ id }) => id)
}
