import type { UserInvitation } from '@papercups/contract'
import type { Account } from '../../platform/account.js'
import { notFound } from '../../platform/errors.js'
import { toInstant } from '../../platform/wire-time.js'

export async function listInvitations(account: Account) {
  const rows = await account
    .from('user_invitations')
    .select(['id', 'account_id', 'expires_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toInvitation)
}

export async function getInvitation(account: Account, id: string) {
  const row = await account
    .from('user_invitations')
    .select(['id', 'account_id', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Invitation')
  return toInvitation(row)
}

export async function updateInvitation(account: Account, id: string, expires_at: Date) {
  const row = await account
    .update('user_invitations')
    .set({ expires_at, updated_at: new Date() })
    .where('id', '=', id)
    .returning(['id', 'account_id', 'expires_at'])
    .executeTakeFirst()
  if (!row) throw notFound('Invitation')
  return toInvitation(row)
}

export async function deleteInvitation(account: Account, id: string) {
  const { numDeletedRows } = await account.delete('user_invitations').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Invitation')
}

export function toInvitation(row: { id: string; account_id: string; expires_at: Date }): UserInvitation {
  return { id: row.id, account_id: row.account_id, expires_at: toInstant(row.expires_at) }
}
