import { forbidden } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { readSigned, sign } from '../sessions/tokens.js'

const SHARED_MS = 24 * 3_600_000

/** Opens one conversation for a day, to whoever has it. */
export function shareToken(platform: Platform, account_id: string, conversation_id: string, now = Date.now()) {
  return sign(platform.key('share-link'), `${account_id}:${conversation_id}:${now + SHARED_MS}`)
}

/** The account that shared this conversation. Whatever is wrong with the token, the answer is the same. */
export function readShareToken(platform: Platform, token: string, conversation_id: string) {
  const [account_id, shared_id, expires] = readSigned(platform.key('share-link'), token)?.split(':') ?? []
  if (!account_id || shared_id !== conversation_id.toLowerCase() || Number(expires) <= Date.now())
    throw forbidden('Access denied!')
  return platform.account(account_id)
}
