import { sql } from 'kysely'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** Whose team wants to be reminded is asked of all accounts at once. */
export async function accountsWithReminders(platform: Platform): Promise<string[]> {
  const { db } = databaseOf(platform)
  const accounts = db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`settings -> 'conversation_reminders_enabled' = 'true'::jsonb`)
  return (await accounts.execute()).map(({ id }) => id)
}
