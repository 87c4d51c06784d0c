import type { Platform } from '../../../platform/platform.js'
import { ChangeCache } from '../../../platform/change-cache.js'
import { unauthorized } from '../../../platform/errors.js'
import type { Caller } from '../../../platform/feature.js'
import type { Identity } from '../../../platform/server.js'
import { readAccessToken } from './tokens.js'
import { findSession, findSessions } from './unscoped.js'

export const disabled = () => unauthorized('Your account is disabled. Please contact an admin of your team.')

/**
 * Signed-in users, cached while the database announces every change. A new role, a disabled user or an ended session
 * counts from the next call on, in every process, and open sockets close. If notices are lost, entries older than
 * `max_age_ms` are not used, and open sockets are checked against the database.
 */
export function signedIn(platform: Platform, max_age_ms: number): Identity {
  const key = platform.key('access-token')
  const sessions = new ChangeCache(max_age_ms, (id: string) => findSession(platform, id))
  let blind: NodeJS.Timeout | undefined

  const forget = (what: string) => {
    const [kind, id = ''] = what.split(':')
    if (kind === 'session') sessions.forget(id)
    // Clears everything: this is rare, and looking up again is cheap, so no index by user is kept.
    if (kind === 'user') sessions.clear()
  }

  const recheckSockets = async (connection: Parameters<Identity['connected']>[0]) => {
    const open = platform.realtime.callers()
    const rows = await findSessions(connection, [...new Set(open.flatMap(({ session_id }) => session_id ?? []))])
    const current = new Map(rows.map((row) => [row.session_id, row]))
    for (const { session_id, role } of open) {
      if (session_id === null) continue
      const row = current.get(session_id)
      if (!row || row.disabled || row.role !== role) platform.realtime.disconnect({ session_id })
    }
  }

  return {
    async authenticate(token): Promise<Caller | undefined> {
      const session_id = readAccessToken(key, token)
      if (!session_id) return undefined
      const row = await sessions.find(session_id)
      if (!row) return undefined
      if (row.disabled) throw disabled()
      const { account_id, user_id: id, email, role } = row
      return { account: platform.account(account_id), user: { id, email, role, session_id } }
    },
    forget,
    changed(what) {
      forget(what)
      const [kind, id = ''] = what.split(':')
      if (kind === 'session') platform.realtime.disconnect({ session_id: id })
      if (kind === 'user') platform.realtime.disconnect({ user_id: Number(id) })
    },
    connected(connection) {
      sessions.connected()
      clearTimeout(blind)
      blind = undefined
      // The connection failed again. The next one checks.
      recheckSockets(connection).catch((error: unknown) => platform.log.warn({ err: error }, 'sockets not checked'))
    },
    disconnected(silent_ms) {
      sessions.disconnected()
      blind ??= setTimeout(() => platform.realtime.suspendSignedIn(), Math.max(0, max_age_ms - silent_ms)).unref()
    },
  }
}
