import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** Of all accounts: one timer serves them. */
export function findDueRatings(platform: Platform) {
  const waiting = databaseOf(platform).db.selectFrom('ratings').select(['account_id', 'id'])
  return waiting.where('mail_at', '<=', new Date()).orderBy('mail_at').limit(1_000).execute()
}
