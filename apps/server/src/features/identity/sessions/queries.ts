import type { ActiveSession, Me } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Caller } from '../../../platform/feature.js'
import { toInstant, toTimestamp } from '../../../platform/wire-time.js'
import { isTwoFactorOn } from '../two-factor/two-factor.js'
import { deviceName } from './device-name.js'

export async function getMe(account: Account, { id, email, role }: Caller['user']): Promise<Me> {
  const [row, two_factor_enabled] = await Promise.all([
    account.from('users').select('email_confirmed_at').where('id', '=', id).executeTakeFirst(),
    isTwoFactorOn(account, id),
  ])
  const email_confirmed = Boolean(row?.email_confirmed_at)
  return { id, email, account_id: account.id, role, email_confirmed, two_factor_enabled }
}

/** A user's active sessions, latest used first. */
export async function listActiveSessions(account: Account, { id, session_id }: Caller['user']) {
  const rows = await account
    .from('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map((row): ActiveSession => ({
    id: row.id,
    device: deviceName(row.user_agent),
    ip: row.ip,
    created_at: toTimestamp(row.created_at),
    last_used_at: toInstant(row.last_used_at),
    current: row.id === session_id,
  }))
}
