import type { KeyScope, PersonalApiKey } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'
import { decryptKeyValue } from './key-value.js'

/** A user's own keys, oldest first: clients of the original use the last one. */
export async function listKeys(platform: Platform, account: Account, user_id: number) {
  const rows = await keysOf(account, user_id).orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => toKey(platform, row))
}

export async function getKey(platform: Platform, account: Account, user_id: number, id: string) {
  const row = keysOf(account, user_id).where('id', '=', id)
  return toKey(platform, await row.executeTakeFirstOrThrow(() => notFound('API key')))
}

/** The value of a key that a function uses. Undefined if it was deleted meanwhile, null if it cannot be read. */
export async function readKeyValue(platform: Platform, account: Account, id: string) {
  const key = await account.from('personal_api_keys').select('value_encrypted').where('id', '=', id).executeTakeFirst()
  return key && decryptKeyValue(platform, account.id, key.value_encrypted)
}

const keysOf = (account: Account, user_id: number) =>
  account.from('personal_api_keys').selectAll().where('user_id', '=', user_id)

export interface KeyRow {
  id: string
  account_id: string
  user_id: number
  label: string
  value_encrypted: string
  scope: KeyScope
  expires_at: Date | null
  last_used_at: Date | null
  last_used_ip: string | null
  last_used_agent: string | null
  created_at: Date
}

export const toKey = (platform: Platform, row: KeyRow): PersonalApiKey => ({
  id: row.id,
  object: 'personal_api_key',
  label: row.label,
  value: decryptKeyValue(platform, row.account_id, row.value_encrypted),
  scope: row.scope,
  expires_at: toInstantOrNull(row.expires_at),
  last_used_at: toInstantOrNull(row.last_used_at),
  last_used_ip: row.last_used_ip,
  last_used_agent: row.last_used_agent,
  account_id: row.account_id,
  user_id: row.user_id,
  created_at: toTimestamp(row.created_at),
})
