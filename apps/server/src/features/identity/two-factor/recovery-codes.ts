import { createHmac, randomBytes } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { toBase32 } from './totp.js'

const HOW_MANY = 10

/** Replaces all recovery codes. The result is the only readable copy. */
export async function replaceRecoveryCodes(platform: Platform, account: Account, user_id: number) {
  const codes = Array.from({ length: HOW_MANY }, newCode)
  await account.delete('recovery_codes').where('user_id', '=', user_id).execute()
  for (const code of codes) {
    await account.insert('recovery_codes', { user_id, code_hash: hashCode(platform, user_id, code) }).execute()
  }
  return codes
}

/** Deleting the code uses it, so of two parallel uses only one succeeds. */
export async function takeRecoveryCode(platform: Platform, account: Account, user_id: number, code: string) {
  const code_hash = hashCode(platform, user_id, code)
  const used = account.delete('recovery_codes').where('user_id', '=', user_id).where('code_hash', '=', code_hash)
  return (await used.executeTakeFirst()).numDeletedRows === 1n
}

export async function countRecoveryCodes(account: Account, user_id: number) {
  const { count } = await account
    .from('recovery_codes')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** 50 random bits, easy to copy from paper. */
function newCode() {
  const letters = toBase32(randomBytes(7)).slice(0, 10).toLowerCase()
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** A plain hash of so few bits could be reversed from a stolen table, so it is keyed. */
function hashCode(platform: Platform, user_id: number, code: string) {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHmac('sha256', platform.key('recovery-codes')).update(`${user_id}:${plain}`).digest()
}
