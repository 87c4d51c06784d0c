import type { AccountTransaction } from '../../../platform/account.js'

/**
 * Serialises changes to the team and its roles. Locks all users and not only admins: roles change meanwhile, and
 * locking different users in different order could deadlock.
 */
export async function lockTeam(account: AccountTransaction) {
  const team = account.from('users').select(['id', 'role', 'disabled_at', 'archived_at']).orderBy('id')
  const people = await team.forNoKeyUpdate().execute()
  const active = people.filter((person) => !person.disabled_at && !person.archived_at)
  return { admins: active.filter(({ role }) => role === 'admin').map(({ id }) => id) }
}
