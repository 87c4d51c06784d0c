import type { Session } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { endSession } from './end-session.js'
import { disabled } from './signed-in.js'
import { hashToken, newRenewalToken, RENEWAL_MS, signAccessToken } from './tokens.js'
import { findRenewalToken } from './unscoped.js'

export interface Device {
  user_agent: string | null
  ip: string | null
}

/**
 * Two tabs may renew with the same token at once, and an answer may get lost: within this time the same device may use
 * it again. Each use gets tokens of its own, and all of them work.
 */
const GRACE_MS = 10_000

/** Call only after every step of the sign-in succeeded. */
export async function openSession(platform: Platform, user: Person, device: Device): Promise<Session> {
  const tokens = await startSession(platform, platform.account(user.account_id), user.id, device)
  return { user_id: user.id, email: user.email, account_id: user.account_id, ...tokens }
}

interface Person {
  id: number
  email: string
  account_id: string
}

export function startSession(platform: Platform, account: Account, user_id: number, device: Device) {
  return account.transaction(async (account) => {
    const expires_at = new Date(Date.now() + RENEWAL_MS)
    const { id } = await account
      .insert('sessions', { user_id, expires_at, user_agent: device.user_agent?.slice(0, 255) ?? null, ip: device.ip })
      .returning('id')
      .executeTakeFirstOrThrow()
    return issueTokens(platform, account, id)
  })
}

/** Each renewal token works once. Reusing an old one means that it was stolen: the whole session ends. */
export async function renewSession(platform: Platform, renew_token: string, device: Device): Promise<Session> {
  const token_hash = hashToken(renew_token)
  const found = await findRenewalToken(platform, token_hash)
  if (!found || (found.revoked && !found.disabled)) throw unauthorized('Invalid token')
  const account = platform.account(found.account_id)
  const { session_id, user_id, email } = found
  const used_by = hashToken(`${device.ip} ${device.user_agent}`)
  const tokens = await account.transaction(async (account) => {
    if (!(await useToken(account, token_hash, used_by))) return 'stolen'
    if (found.disabled) return 'disabled'
    const later = new Date(Date.now() + RENEWAL_MS)
    const session = account.update('sessions').set({ last_used_at: new Date(), expires_at: later })
    await session.where('id', '=', session_id).execute()
    return issueTokens(platform, account, session_id)
  })
  if (tokens === 'disabled') throw disabled()
  if (tokens === 'stolen') {
    await endSession(account, session_id)
    await platform.settleChange(`session:${session_id}`)
    throw unauthorized('Invalid token')
  }
  return { user_id, email, account_id: account.id, ...tokens }
}

/** Of two calls at the same moment only one changes the row. The other one waits for it and then reads who was first. */
async function useToken(account: Account, token_hash: Buffer, used_by: Buffer) {
  const now = new Date()
  const unused = account.update('renewal_tokens').set({ used_at: now, used_by }).where('used_at', 'is', null)
  const { numUpdatedRows } = await unused.where('token_hash', '=', token_hash).executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  const used = account.from('renewal_tokens').select(['used_at', 'used_by']).where('token_hash', '=', token_hash)
  const first = await used.executeTakeFirst()
  if (!first?.used_at || !first.used_by?.equals(used_by)) return false
  return now.getTime() - first.used_at.getTime() <= GRACE_MS
}

async function issueTokens(platform: Platform, account: Account, session_id: string) {
  const renewal = newRenewalToken()
  const expires_at = new Date(Date.now() + RENEWAL_MS)
  await account.insert('renewal_tokens', { token_hash: renewal.hash, session_id, expires_at }).execute()
  return { token: signAccessToken(platform.key('access-token'), session_id), renew_token: renewal.token }
}
