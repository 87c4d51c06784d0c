import type { Account } from '../../../platform/account.js'
import { forbidden } from '../../../platform/errors.js'
import type { Caller } from '../../../platform/feature.js'
import { lockTeam } from '../../account/accounts/lock-team.js'
import { endSessionsOf } from '../../identity/sessions/end-session.js'

/** Anonymises the user. Their messages stay, because they belong to the conversation. */
export function deleteSelf(account: Account, { id }: Caller['user']) {
  return account.transaction(async (account) => {
    const { admins } = await lockTeam(account)
    if (admins.includes(id) && admins.length === 1) {
      throw forbidden('You are the last admin of this account. Make somebody else an admin first.')
    }
    await endSessionsOf(account, id)
    for (const table of PERSONAL) await account.delete(table).where('user_id', '=', id).execute()
    const unassigned = account.update('conversations').set({ assignee_id: null, updated_at: new Date() })
    await unassigned.where('assignee_id', '=', id).execute()
    await account.update('users').set(anonymous(id)).where('id', '=', id).execute()
  })
}

const PERSONAL = [
  'user_profiles',
  'user_settings',
  'two_factor_secrets',
  'recovery_codes',
  'personal_api_keys',
  'inbox_members',
  'mentions',
] as const

const DELETED = '@deleted.invalid'

export const isDeleted = ({ email }: { email: string }) => email.endsWith(DELETED)

/** The row no longer identifies anybody, nobody can sign in as it, and the email is free again. */
function anonymous(id: number) {
  const now = new Date()
  return {
    email: `deleted-user-${id}${DELETED}`,
    password_hash: null,
    role: 'user' as const,
    email_confirmed_at: null,
    email_confirmation_token_hash: null,
    password_reset_token_hash: null,
    disabled_at: now,
    archived_at: now,
    updated_at: now,
  }
}
