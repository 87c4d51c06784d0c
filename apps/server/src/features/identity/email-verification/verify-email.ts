import type { EmailVerified } from '@papercups/contract'
import { unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { hashToken } from '../sessions/tokens.js'
import { VERIFICATION_MS } from './issue-verification.js'
import { findByVerificationToken } from './unscoped.js'

/** The link works once. Opening it again, by its owner or a mail scanner, succeeds without a change. */
export async function verifyEmail(platform: Platform, token: string): Promise<EmailVerified> {
  const user = token ? await findByVerificationToken(platform, hashToken(token)) : undefined
  if (!user || user.disabled_at || user.archived_at) throw unauthorized('Invalid verification token')
  if (user.email_confirmed_at) return { success: true, message: 'Email already verified!' }
  const issued = user.email_confirmation_sent_at?.getTime() ?? 0
  if (Date.now() - issued > VERIFICATION_MS) throw unauthorized('Invalid verification token')
  const confirmed = platform.account(user.account_id).update('users').set({ email_confirmed_at: new Date() })
  await confirmed.where('id', '=', user.id).where('email_confirmed_at', 'is', null).execute()
  return { success: true }
}
