import type { Platform } from '../../../platform/platform.js'
import { unauthorized } from '../../../platform/errors.js'
import type { Caller } from '../../../platform/feature.js'
import type { Identity } from '../../../platform/server.js'
import { readAccessToken } from './tokens.js'
import { findSession, findSessions, type SessionRow } from './unscoped.js'

export const disabled = () => unauthorized('Your account is disabled. Please contact an admin of your team.')

/** Sessions beyond this number are looked up again. */
const MAX_KEPT = 50_000

interface Kept {
  read_at: number
  found: Promise<SessionRow | undefined>
}

/**
 * Signed-in users, cached while the database announces every change. A new role, a disabled user or an ended session
 * counts from the next call on, in every process, and open sockets close. If notices are lost, entries older than
 * `max_age_ms` are not used, and open sockets are checked against the database.
 */
export function signedIn(platform: Platform, max_age_ms: number): Identity {
  const key = platform.key('access-token')
  const kept = new Map<string, Kept>()
  let listening = false
  let changes = 0
  let blind: NodeJS.Timeout | undefined

  const find = (session_id: string) => {
    const known = kept.get(session_id)
    if (known && performance.now() - known.read_at < max_age_ms) return known.found
    const read_at = performance.now()
    const found = findSession(platform, session_id)
    if (!listening) return found
    if (kept.size >= MAX_KEPT) kept.clear()
    const entry = { read_at, found }
    kept.set(session_id, entry)
    // Failures and unknown sessions are not cached.
    const forget = () => kept.get(session_id) === entry && kept.delete(session_id)
    void found.then((row) => row ?? forget(), forget)
    return found
  }

  /**
   * A row read before a change may arrive after its notice. A socket opened with it would never learn of the change.
   */
  const findCurrent = async (session_id: string) => {
    for (;;) {
      const before = changes
      const row = await find(session_id)
      if (before === changes) return row
    }
  }

  const forget = (what: string) => {
    changes += 1
    const [kind, id = ''] = what.split(':')
    if (kind === 'session') kept.delete(id)
    // Clears everything: this is rare, and looking up again is cheap, so no index by user is kept.
    if (kind === 'user') kept.clear()
  }

  const recheckSockets = async (connection: Parameters<Identity['connected']>[0]) => {
    const open = platform.realtime.callers()
    const rows = await findSessions(connection, [...new Set(open.map(({ session_id }) => session_id))])
    const current = new Map(rows.map((row) => [row.session_id, row]))
    for (const { session_id, role } of open) {
      const row = current.get(session_id)
      if (!row || row.disabled || row.role !== role) platform.realtime.disconnect({ session_id })
    }
  }

  return {
    async authenticate(token): Promise<Caller | undefined> {
      const session_id = readAccessToken(key, token)
      if (!session_id) return undefined
      const row = await findCurrent(session_id)
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
      listening = true
      changes += 1
      kept.clear()
      clearTimeout(blind)
      blind = undefined
      // The connection failed again. The next one checks.
      recheckSockets(connection).catch((error: unknown) => platform.log.warn({ err: error }, 'sockets not checked'))
    },
    disconnected(silent_ms) {
      listening = false
      changes += 1
      kept.clear()
      blind ??= setTimeout(() => platform.realtime.suspendSignedIn(), Math.max(0, max_age_ms - silent_ms)).unref()
    },
  }
}
