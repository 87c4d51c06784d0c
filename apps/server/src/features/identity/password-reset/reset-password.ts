import type { PasswordChanged } from '@papercups/contract'
import { invalid, unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { hashPassword } from '../passwords/passwords.js'
import { passwordComplaints, type NewPassword } from '../passwords/rules.js'
import { endSessionsOf } from '../sessions/end-session.js'
import { hashToken } from '../sessions/tokens.js'
import { findByResetToken } from './unscoped.js'

const RESET_MS = 3_600_000

const refused = () => unauthorized('Invalid or expired password reset link')

/** Ends all sessions. A rejected password does not use up the link. */
export async function resetPassword(platform: Platform, token: string, chosen: NewPassword): Promise<PasswordChanged> {
  const token_hash = hashToken(token)
  const user = token ? await findByResetToken(platform, token_hash) : undefined
  const age = Date.now() - (user?.password_reset_sent_at?.getTime() ?? 0)
  if (!user || user.disabled_at || user.archived_at || age > RESET_MS) throw refused()
  const errors = await passwordComplaints(chosen)
  if (Object.keys(errors).length > 0) throw invalid(errors)

  const password_hash = await hashPassword(chosen.password ?? '')
  await platform.account(user.account_id).transaction(async (account) => {
    const now = new Date()
    const changed = await account
      .update('users')
      .set({
        password_hash,
        password_reset_token_hash: null,
        password_reset_sent_at: null,
        // The user has just read our email, so the email is confirmed.
        email_confirmed_at: user.email_confirmed_at ?? now,
        updated_at: now,
      })
      .where('id', '=', user.id)
      .where('password_reset_token_hash', '=', token_hash)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw refused()
    await endSessionsOf(account, user.id)
  })
  await platform.settleChange(`user:${user.id}`)
  return { success: true, email: user.email }
}
