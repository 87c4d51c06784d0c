import type { Role } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { notFound } from '../../../platform/errors.js'
import { toUser } from './present.js'

/** Users with their profiles, if any. */
export function usersWithProfiles(account: Account) {
  return account
    .from('users')
    .leftJoin('user_profiles as profile', (join) =>
      join.onRef('profile.account_id', '=', 'users.account_id').onRef('profile.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.account_id', 'users.email', 'users.role', 'users.created_at'])
    .select(['users.disabled_at', 'users.archived_at'])
    .select(['profile.id as profile_id', 'profile.full_name', 'profile.display_name', 'profile.profile_photo_url'])
}

export interface UserFilters {
  email?: string | null | undefined
  role?: Role | null | undefined
  has_valid_email?: boolean | null | undefined
  /** False returns archived users. */
  active?: boolean | null | undefined
}

/** Users who are neither disabled nor archived, unless the filters ask for others. */
export async function listUsers(account: Account, filters: UserFilters = {}) {
  const { email, role, has_valid_email, active } = filters
  const archived = active === false
  let users = usersWithProfiles(account).where('users.archived_at', archived ? 'is not' : 'is', null)
  // Most archived users were disabled before. Users who deleted themselves cannot be restored.
  users = archived
    ? users.where('users.email', 'not like', 'deleted-user-%@deleted.invalid')
    : users.where('users.disabled_at', 'is', null)
  if (email) users = users.where('users.email', '=', canonicalEmail(email))
  if (role) users = users.where('users.role', '=', role)
  if (has_valid_email != null) users = users.where('users.has_valid_email', '=', has_valid_email)
  const rows = await users.orderBy('users.created_at').orderBy('users.id').execute()
  return rows.map(toUser)
}

export async function findUser(account: Account, id: number) {
  const row = await usersWithProfiles(account).where('users.id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

export async function getUser(account: Account, id: number) {
  const user = await findUser(account, id)
  if (!user) throw notFound('User')
  return user
}

/** The team as the settings list it: with disabled users, without archived ones. */
export async function listTeam(account: Account) {
  const rows = await usersWithProfiles(account)
    .where('users.archived_at', 'is', null)
    .orderBy('users.created_at')
    .orderBy('users.id')
    .execute()
  return rows.map(toUser)
}

/** Whether all of them belong to this account, disabled and archived users included. */
export async function usersExist(account: Account, ids: number[]) {
  if (ids.length === 0) return true
  const found = await account.from('users').select('id').where('id', 'in', ids).execute()
  return found.length === new Set(ids).size
}
