import type { Tokens } from '@papercups/contract'
import { invalid, unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { passwordMatches } from '../../identity/passwords/passwords.js'
import { startSession, type Device } from '../../identity/sessions/start-session.js'
import { hashToken } from '../../identity/sessions/tokens.js'
import { requireOpen, type Membership } from './check-registration.js'
import { createUser } from './create-user.js'
import { deletePendingOf, emailIsTaken, findInvitation, takeAttempt, type PendingRegistration } from './unscoped.js'

/**
 * The link proves that the person reads the mailbox, the password that they are the one who registered. With the link
 * alone, the owner of an email could confirm an account whose password a stranger chose.
 */
export async function confirmRegistration(
  platform: Platform,
  token: string,
  password: string,
  device: Device,
): Promise<Tokens> {
  const pending = token ? await takeAttempt(platform, hashToken(token)) : undefined
  if (!pending) throw unauthorized('Invalid or expired registration link')
  const { email, password_hash } = pending
  if (!(await passwordMatches(password, password_hash)))
    throw invalid({ password: ['is not the one that you chose'] }, 'Wrong password')
  if (await emailIsTaken(platform, email)) {
    await deletePendingOf(platform, email)
    throw invalid({ email: ['has already been taken'] }, 'This email already has an account. Please log in.')
  }

  const user = { email, password_hash, email_confirmed_at: new Date(), verify: false }
  const { account, user_id } = await createUser(platform, user, await membershipOf(platform, pending))
  // Until this is done, the unique email keeps the link from working twice.
  await deletePendingOf(platform, email)
  return startSession(platform, account, user_id, device)
}

async function membershipOf(platform: Platform, pending: PendingRegistration): Promise<Membership> {
  const { company_name, invitation_id } = pending
  if (!invitation_id) return { company_name: company_name ?? '' }
  return requireOpen(platform, await findInvitation(platform, { id: invitation_id }))
}
