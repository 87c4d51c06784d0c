import type { AccountTransaction } from '../../../platform/account.js'

/**
 * Whoever changes who is on the team, or what they may do, waits here for the one before. It locks everybody and not only
 * the admins: who is one changes meanwhile, and two who lock different people in different order would wait for each other.
 */
export async function lockTeam(account: AccountTransaction) {
  const team = account.from('users').select(['id', 'role', 'disabled_at', 'archived_at']).orderBy('id')
  const people = await team.forNoKeyUpdate().execute()
  const active = people.filter((person) => !person.disabled_at && !person.archived_at)
  return { admins: active.filter(({ role }) => role === 'admin').map(({ id }) => id) }
}
