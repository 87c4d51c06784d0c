import type { Tokens } from '@papercups/contract'
import type { Platform } from '../../../platform/platform.js'
import { hashPassword } from '../../identity/passwords/passwords.js'
import { startSession, type Device } from '../../identity/sessions/start-session.js'
import { mayMail } from '../../mail/mails/limits.js'
import { refuse, type CheckedRegistration } from './check-registration.js'
import { createUser } from './create-user.js'
import { emailIsTaken } from './unscoped.js'

/** Creates the user at once. The answer reveals whether the email is taken; `requestRegistration` does not. */
export async function register(platform: Platform, checked: CheckedRegistration, device: Device): Promise<Tokens> {
  const { email, password, membership } = checked
  const errors = { ...checked.errors }
  if (!errors.email && (await emailIsTaken(platform, email))) errors.email = ['has already been taken']
  if (Object.keys(errors).length > 0) throw refuse(errors)

  const password_hash = await hashPassword(password)
  const verify = await mayMail(platform, 'verification', email, device.ip ?? '')
  const user = { email, password_hash, email_confirmed_at: null, verify }
  const { account, user_id } = await createUser(platform, user, membership)
  return startSession(platform, account, user_id, device)
}
