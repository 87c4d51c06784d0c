import type { SignedIn } from '@papercups/contract'
import { unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { passwordMatches } from '../passwords/passwords.js'
import { isTwoFactorOn } from '../two-factor/two-factor.js'
import { signSecondStep } from './second-step.js'
import { disabled } from './signed-in.js'
import { openSession, type Device } from './start-session.js'
import { findUserByEmail } from './unscoped.js'

export async function signIn(platform: Platform, email: string, password: string, device: Device): Promise<SignedIn> {
  const user = await findUserByEmail(platform, email)
  const matches = await passwordMatches(password, user?.password_hash)
  if (!user || !matches) throw unauthorized('Invalid email or password')
  if (user.disabled_at || user.archived_at) throw disabled()
  if (await isTwoFactorOn(platform.account(user.account_id), user.id)) {
    return { two_factor_required: true, two_factor_token: signSecondStep(platform, user) }
  }
  return openSession(platform, user, device)
}
