import type { KeyScope, Role } from '@papercups/contract'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

export interface KeyHolder {
  key_id: string
  scope: KeyScope
  expires_at: Date | null
  last_used_at: Date | null
  account_id: string
  user_id: number
  email: string
  role: Role
  disabled: boolean
}

/** A call with a key knows only its value. The hash is the hex text of a SHA-256. */
export async function findKeyHolder(platform: Platform, hash: string): Promise<KeyHolder | undefined> {
  const { rows } = await databaseOf(platform).pool.query<KeyHolder>({
    name: 'api-keys.find',
    text: `select k.id as key_id, k.scope, k.expires_at, k.last_used_at, k.account_id, u.id as user_id, u.email, u.role,
             (u.disabled_at is not null or u.archived_at is not null) as disabled
           from personal_api_keys k join users u on u.account_id = k.account_id and u.id = k.user_id
           where k.value_hash = decode($1, 'hex')`,
    values: [hash],
  })
  return rows[0]
}
