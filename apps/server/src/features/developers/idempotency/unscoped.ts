import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'
import { KEPT_MS } from './open-call.js'

/** Of all accounts. */
export async function deleteOldCalls(platform: Platform) {
  const { db } = databaseOf(platform)
  await db
    .deleteFrom('idempotent_calls')
    .where('created_at', '<', new Date(Date.now() - KEPT_MS))
    .execute()
}
