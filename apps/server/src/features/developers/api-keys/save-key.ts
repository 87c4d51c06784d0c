import type { NewPersonalApiKey } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { HttpError, invalid, notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { encryptKeyValue, hashKeyValue, newKeyValue } from './key-value.js'
import { toKey } from './queries.js'

/** Each key has limits of its own, so a user cannot have any number of them. */
const MAX_KEYS = 100

export function createKey(platform: Platform, account: Account, user_id: number, draft: NewPersonalApiKey) {
  const expires_at = draft.expires_at ? new Date(draft.expires_at) : null
  if (expires_at && expires_at.getTime() <= Date.now()) throw invalid({ expires_at: ['must be in the future'] })
  return account.transaction(async (account) => {
    // Locks the owner, so that two calls at once count one after the other.
    await account.from('users').select('id').where('id', '=', user_id).forUpdate().executeTakeFirst()
    const owned = await account.from('personal_api_keys').select('id').where('user_id', '=', user_id).execute()
    if (owned.length >= MAX_KEYS) throw new HttpError(422, `You have ${MAX_KEYS} API keys. Delete one first.`)
    const value = newKeyValue()
    const row = account.insert('personal_api_keys', {
      user_id,
      label: draft.label.trim(),
      value_hash: hashKeyValue(value),
      value_encrypted: encryptKeyValue(platform, account.id, value),
      scope: draft.scope ?? 'everything',
      expires_at,
    })
    return toKey(platform, await row.returningAll().executeTakeFirstOrThrow())
  })
}

/** A database trigger announces it: the key stops working in every process. */
export async function deleteKey(account: Account, user_id: number, id: string) {
  const key = account.delete('personal_api_keys').where('user_id', '=', user_id).where('id', '=', id)
  await key.returning('id').executeTakeFirstOrThrow(() => notFound('API key'))
}
