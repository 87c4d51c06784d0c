import { createHash } from 'node:crypto'
import type { Session } from '@papercups/contract'
import { unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { takeCode } from '../two-factor/take-code.js'
import { disabled } from './signed-in.js'
import { openSession, type Device } from './start-session.js'
import { readSigned, sign } from './tokens.js'
import { findUserById } from './unscoped.js'

const SECOND_STEP_MS = 5 * 60_000

/** Proves that the password was right a moment ago. A changed password invalidates it. */
export function signSecondStep(platform: Platform, user: { id: number; password_hash: string | null }) {
  const claims = [user.id, Date.now() + SECOND_STEP_MS, fingerprint(user.password_hash)].join(':')
  return sign(platform.key('second-step'), claims)
}

export function readSecondStep(platform: Platform, token: string) {
  const [id, expires, password] = readSigned(platform.key('second-step'), token)?.split(':') ?? []
  return Number(expires) > Date.now() ? { user_id: Number(id), password } : undefined
}

export async function finishSignIn(platform: Platform, token: string, code: string, device: Device): Promise<Session> {
  const step = readSecondStep(platform, token)
  const user = step && (await findUserById(platform, step.user_id))
  if (!user || fingerprint(user.password_hash) !== step.password) {
    throw unauthorized('Sign in again: this attempt has expired')
  }
  if (user.disabled_at || user.archived_at) throw disabled()
  await takeCode(platform, platform.account(user.account_id), user.id, code)
  return openSession(platform, user, device)
}

const fingerprint = (password_hash: string | null) =>
  createHash('sha256')
    .update(password_hash ?? '')
    .digest('base64url')
    .slice(0, 16)
