import type { LambdaSecret } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { conflict, invalid, notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../platform/secrets.js'
import { toInstant } from '../../../platform/wire-time.js'
import { requireFunction } from './queries.js'
import { lockFunction } from './save-function.js'

const MAX_SECRETS = 50
/** The server sets these itself. */
const RESERVED = new Set(['PAPERCUPS_API_KEY', 'PAPERCUPS_HOST'])

const sealing = (platform: Platform) => platform.key('function-secrets')
/** Bound to its function: a row that is copied to another one does not decrypt. */
const ownerOf = (account: Account, lambda_id: string) => `${account.id} ${lambda_id}`

export async function listSecrets(account: Account, lambda_id: string): Promise<LambdaSecret[]> {
  await requireFunction(account, lambda_id)
  const rows = account.from('lambda_secrets').select(['name', 'updated_at']).where('lambda_id', '=', lambda_id)
  return (await rows.orderBy('name').execute()).map(toSecret)
}

export function setSecret(platform: Platform, account: Account, lambda_id: string, name: string, value: string) {
  if (RESERVED.has(name)) throw invalid({ name: ['is reserved'] })
  const value_encrypted = encryptSecret(sealing(platform), ownerOf(account, lambda_id), value)
  return account.transaction(async (account) => {
    await lockFunction(account, lambda_id)
    const own = account.from('lambda_secrets').select('name').where('lambda_id', '=', lambda_id)
    const names = (await own.execute()).map((row) => row.name)
    const updated_at = new Date()
    if (names.includes(name)) {
      const row = account
        .update('lambda_secrets')
        .set({ value_encrypted, updated_at })
        .where('lambda_id', '=', lambda_id)
      await row.where('name', '=', name).execute()
    } else {
      if (names.length >= MAX_SECRETS) throw conflict(`A function has at most ${MAX_SECRETS} secrets.`)
      await account.insert('lambda_secrets', { lambda_id, name, value_encrypted, updated_at }).execute()
    }
    return toSecret({ name, updated_at })
  })
}

export async function deleteSecret(account: Account, lambda_id: string, name: string) {
  const row = account.delete('lambda_secrets').where('lambda_id', '=', lambda_id).where('name', '=', name)
  await row.returning('name').executeTakeFirstOrThrow(() => notFound('Secret'))
}

/** As the function reads them. One that cannot be decrypted is missing. */
export async function readSecrets(platform: Platform, account: Account, lambda_id: string) {
  const rows = account.from('lambda_secrets').select(['name', 'value_encrypted']).where('lambda_id', '=', lambda_id)
  const opened = (await rows.execute()).flatMap(({ name, value_encrypted }) => {
    const value = tryDecryptSecret(sealing(platform), ownerOf(account, lambda_id), value_encrypted)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(opened)
}

const toSecret = ({ name, updated_at }: { name: string; updated_at: Date }): LambdaSecret => ({
  name,
  object: 'lambda_secret',
  updated_at: toInstant(updated_at),
})
