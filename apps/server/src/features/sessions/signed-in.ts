import { unauthorized } from '../../platform/errors.js'
import type { Caller } from '../../platform/feature.js'
import type { Identity } from '../../platform/server.js'
import type { Platform } from '../../platform/platform.js'
import { readAccessToken } from './tokens.js'
import { findSession, type SessionRow } from './unscoped.js'

export const disabled = () => unauthorized('Your account is disabled. Please contact an admin of your team.')

/** More than that are not kept; who falls out is looked up again. */
const MAX_KEPT = 50_000

/**
 * Who is signed in, kept in memory while the database tells us of every change. A role, a disabled user or an ended
 * session counts from the next call on, in every process, and their open sockets close.
 */
export function signedIn(platform: Platform): Identity {
  const key = platform.key('access-token')
  const kept = new Map<string, Promise<SessionRow | undefined>>()
  let listening = false

  const load = (session_id: string) => {
    const found = findSession(platform, session_id)
    if (!listening) return found
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(session_id, found)
    // Neither a failure nor a stranger is worth remembering.
    void found.then(
      (row) => row ?? kept.delete(session_id),
      () => kept.delete(session_id),
    )
    return found
  }

  return {
    async authenticate(token): Promise<Caller | undefined> {
      const session_id = readAccessToken(key, token)
      if (!session_id) return undefined
      const row = await (kept.get(session_id) ?? load(session_id))
      if (!row) return undefined
      if (row.disabled) throw disabled()
      const { account_id, user_id: id, email, role } = row
      return { account: platform.account(account_id), user: { id, email, role, session_id } }
    },
    changed(what) {
      const [kind, id = ''] = what.split(':')
      if (kind === 'session') {
        kept.delete(id)
        platform.realtime.disconnect({ session_id: id })
      }
      if (kind === 'user') {
        // Which of them are this user's is not worth an index: it happens rarely, and looking up again is cheap.
        kept.clear()
        platform.realtime.disconnect({ user_id: Number(id) })
      }
    },
    reset(isListening) {
      listening = isListening
      kept.clear()
    },
  }
}
