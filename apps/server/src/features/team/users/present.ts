import type { Role, User } from '@papercups/contract'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

export interface UserRow {
  id: number
  account_id: string
  email: string
  role: Role
  created_at: Date
  disabled_at: Date | null
  archived_at: Date | null
  /** Null if the user has no profile yet. */
  profile_id?: string | null
  full_name?: string | null
  display_name?: string | null
  profile_photo_url?: string | null
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    object: 'user',
    account_id: row.account_id,
    email: row.email,
    created_at: toTimestamp(row.created_at),
    disabled_at: toInstantOrNull(row.disabled_at),
    archived_at: toInstantOrNull(row.archived_at),
    role: row.role,
    ...(row.profile_id && {
      full_name: row.full_name ?? null,
      display_name: row.display_name ?? null,
      profile_photo_url: row.profile_photo_url ?? null,
    }),
  }
}

/** For visitors: a name and a photo. Deployed clients read email and role, so both keys stay with empty values. */
export function toPublicUser(user: User): User {
  return { ...user, email: '', role: 'user' }
}
