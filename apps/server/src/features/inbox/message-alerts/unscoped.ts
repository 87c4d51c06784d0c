import { sql } from 'kysely'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** After a quiet day the next message is emailed at once again. */
export async function forgetOldAlerts(platform: Platform) {
  const { db } = databaseOf(platform)
  await db
    .deleteFrom('message_alerts')
    .where('mail_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
