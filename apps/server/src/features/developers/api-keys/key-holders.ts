import { ChangeCache } from '../../../platform/change-cache.js'
import { unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import type { CallOrigin, Identity } from '../../../platform/server.js'
import { disabled } from '../../identity/sessions/signed-in.js'
import { hashKeyValue } from './key-value.js'
import { findKeyHolder, type KeyHolder } from './unscoped.js'

/** The time of the last use is stored at most this often. */
const USE_EVERY_MS = 60_000
const MAX_AGENT = 255

/**
 * The users of API keys. Keys belong to the pages of admins, so a key works only while its owner is an admin. Like a
 * session it is cached while the database announces every change, so it stops at once in every process.
 */
export function keyHolders(platform: Platform, max_age_ms: number): Identity {
  const holders = new ChangeCache(max_age_ms, (hash: string) => findKeyHolder(platform, hash))

  return {
    async authenticate(value, from) {
      const holder = await holders.find(hashKeyValue(value).toString('hex'))
      if (!holder) return undefined
      if (holder.disabled) throw disabled()
      if (holder.role !== 'admin') throw unauthorized('The owner of this API key is no longer an admin.')
      if (holder.expires_at && holder.expires_at.getTime() <= Date.now())
        throw unauthorized('This API key has expired.')
      recordUse(platform, holder, from)
      const { account_id, user_id: id, email, role, key_id, scope } = holder
      const user = { id, email, role, session_id: null }
      return { account: platform.account(account_id), user, key: { id: key_id, scope } }
    },
    forget(what) {
      if (/^(user|api_key):/.test(what)) holders.clear()
    },
    changed(what) {
      this.forget(what)
    },
    connected: () => holders.connected(),
    disconnected: () => holders.disconnected(),
  }
}

/** The call does not wait for it, and does not fail with it. */
function recordUse(platform: Platform, holder: KeyHolder, from: CallOrigin | undefined) {
  const now = new Date()
  const before = new Date(now.getTime() - USE_EVERY_MS)
  if (holder.last_used_at && holder.last_used_at > before) return
  // Calls that find the same cached row in the next minute write nothing.
  holder.last_used_at = now
  platform
    .account(holder.account_id)
    .update('personal_api_keys')
    .set({
      last_used_at: now,
      last_used_ip: from?.ip ?? null,
      last_used_agent: from?.user_agent?.slice(0, MAX_AGENT) ?? null,
    })
    .where('id', '=', holder.key_id)
    // Another process may have stored a use since this one read the row.
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', before)]))
    .execute()
    .catch((error: unknown) => platform.log.warn({ err: error }, 'the use of an API key was not recorded'))
}
