import type { TwoFactorSecret, TwoFactorStatus } from '@papercups/contract'
import { randomBytes } from 'node:crypto'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { conflict, invalid } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../platform/secrets.js'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.js'
import { otpauthUrl, stepOfCode, toBase32 } from './totp.js'

export const isTwoFactorOn = async (account: Account, user_id: number) =>
  Boolean((await findSecret(account, user_id))?.confirmed_at)

export async function getTwoFactor(account: Account, user_id: number): Promise<TwoFactorStatus> {
  const enabled = await isTwoFactorOn(account, user_id)
  return { enabled, recovery_codes_left: enabled ? await countRecoveryCodes(account, user_id) : 0 }
}

/** A new secret, which has no effect until a code from the app confirms it. */
export async function startTwoFactor(
  platform: Platform,
  account: Account,
  user: { id: number; email: string },
): Promise<TwoFactorSecret> {
  const secret = toBase32(randomBytes(20))
  const secret_encrypted = encryptSecret(platform.key('two-factor'), ownerOf(account, user.id), secret)
  const started = await account
    .insert('two_factor_secrets', { user_id: user.id, secret_encrypted })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet({ secret_encrypted, updated_at: new Date() })
        .where('two_factor_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!started) throw conflict('Two-factor sign-in is already on')
  return { secret, otpauth_url: otpauthUrl(secret, user.email) }
}

export function confirmTwoFactor(platform: Platform, account: Account, user_id: number, code: string) {
  return account.transaction(async (account) => {
    const row = await lockSecret(account, user_id)
    if (!row) throw conflict('Start the set-up of two-factor sign-in first')
    if (row.confirmed_at) throw conflict('Two-factor sign-in is already on')
    const step = stepOfCode(openSecret(platform, account, user_id, row.secret_encrypted), code, Date.now())
    if (step === undefined) throw invalid({ code: ['is invalid'] }, 'Invalid code')
    const confirmed = account.update('two_factor_secrets').set({ confirmed_at: new Date(), last_step: step })
    await confirmed.where('user_id', '=', user_id).execute()
    return replaceRecoveryCodes(platform, account, user_id)
  })
}

export function renewRecoveryCodes(platform: Platform, account: Account, user_id: number) {
  return account.transaction(async (account) => {
    const row = await lockSecret(account, user_id)
    if (!row?.confirmed_at) throw conflict('Two-factor sign-in is off')
    return replaceRecoveryCodes(platform, account, user_id)
  })
}

export function stopTwoFactor(account: Account, user_id: number) {
  return account.transaction(async (account) => {
    await account.delete('recovery_codes').where('user_id', '=', user_id).execute()
    await account.delete('two_factor_secrets').where('user_id', '=', user_id).execute()
  })
}

function findSecret(account: Account, user_id: number) {
  return account.from('two_factor_secrets').selectAll().where('user_id', '=', user_id).executeTakeFirst()
}

export function lockSecret(account: AccountTransaction, user_id: number) {
  return account.from('two_factor_secrets').selectAll().where('user_id', '=', user_id).forUpdate().executeTakeFirst()
}

/** Throws with advice if the secret cannot be decrypted. */
export function openSecret(platform: Platform, account: Account, user_id: number, sealed: string) {
  const secret = tryDecryptSecret(platform.key('two-factor'), ownerOf(account, user_id), sealed)
  if (secret !== undefined) return secret
  throw conflict(
    'Codes cannot be checked, because the secret key of this server changed. Ask its operator to reset your two-factor sign-in.',
  )
}

/** Part of the encryption, so that the secret does not decrypt in another user's row. */
const ownerOf = (account: Account, user_id: number) => `${account.id}:${user_id}`
