import type { Account } from '../../../platform/account.js'
import { HttpError, unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { takeRecoveryCode } from './recovery-codes.js'
import { stepOfCode } from './totp.js'
import { lockSecret, openSecret } from './two-factor.js'

/** Three of a million codes are right, so guesses have to be limited. */
const MAX_WRONG = 10
const LOCKED_MS = 15 * 60_000

/** Six digits from the app, or a recovery code. Each works once; anything else throws. */
export async function takeCode(platform: Platform, account: Account, user_id: number, given: string) {
  const code = given.replace(/[\s-]/g, '')
  // Recovery codes are too long to guess, so they also work while app codes are locked.
  const taken = /^\d{6}$/.test(code)
    ? await takeAppCode(platform, account, user_id, code)
    : await takeRecoveryCode(platform, account, user_id, code)
  if (!taken) throw unauthorized('Invalid code')
}

function takeAppCode(platform: Platform, account: Account, user_id: number, code: string) {
  return account.transaction(async (account) => {
    // The lock serialises two uses of the same code.
    const row = await lockSecret(account, user_id)
    if (!row?.confirmed_at) return false
    const now = Date.now()
    const still = row.wrong_code_at !== null && now - row.wrong_code_at.getTime() < LOCKED_MS
    if (still && row.wrong_codes >= MAX_WRONG) {
      throw new HttpError(429, 'Too many wrong codes. Try again in 15 minutes, or use a recovery code.')
    }
    const step = stepOfCode(openSecret(platform, account, user_id, row.secret_encrypted), code, now)
    const right = step !== undefined && step > row.last_step
    const outcome = right
      ? { last_step: step, wrong_codes: 0, wrong_code_at: null }
      : { wrong_codes: still ? row.wrong_codes + 1 : 1, wrong_code_at: new Date(now) }
    await account.update('two_factor_secrets').set(outcome).where('user_id', '=', user_id).execute()
    return right
  })
}
