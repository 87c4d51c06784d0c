import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** A recorder knows only the id of its session: the id is a capability. */
export async function findAccountOfSession(platform: Platform, id: string) {
  const { rows } = await databaseOf(platform).pool.query<{ account_id: string }>({
    name: 'browser-sessions.account-of',
    text: 'select account_id from browser_sessions where id = $1',
    values: [id],
  })
  return rows[0] && platform.account(rows[0].account_id)
}
