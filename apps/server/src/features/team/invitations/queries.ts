import type { UserInvitation } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { canonicalId } from '../../../platform/canonical.js'
import { notFound } from '../../../platform/errors.js'
import { toInstant } from '../../../platform/wire-time.js'
import { hashToken } from '../../identity/sessions/tokens.js'

export async function listInvitations(account: Account) {
  const rows = await account
    .from('user_invitations')
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toInvitation)
}

export async function getInvitation(account: Account, id: string) {
  const row = await account.from('user_invitations').select(COLUMNS).where(named(id)).executeTakeFirst()
  if (!row) throw notFound('Invitation')
  return toInvitation(row)
}

export async function updateInvitation(account: Account, id: string, expires_at: Date) {
  const row = await account
    .update('user_invitations')
    .set({ expires_at, updated_at: new Date() })
    .where(named(id))
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw notFound('Invitation')
  return toInvitation(row)
}

export async function deleteInvitation(account: Account, id: string) {
  const { numDeletedRows } = await account.delete('user_invitations').where(named(id)).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Invitation')
}

export const COLUMNS = ['id', 'account_id', 'expires_at', 'max_uses', 'uses'] as const

/** By its id, or by the token that older clients got as its id. */
const named = (id: string) => sql<boolean>`(id = ${id} or token_hash = ${hashInvitationToken(id)})`

export const hashInvitationToken = (token: string) => hashToken(canonicalId(token))

type InvitationRow = Omit<UserInvitation, 'expires_at'> & { expires_at: Date }

export function toInvitation({ id, account_id, expires_at, max_uses, uses }: InvitationRow): UserInvitation {
  return { id, account_id, expires_at: toInstant(expires_at), max_uses, uses }
}
