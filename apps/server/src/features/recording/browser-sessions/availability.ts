import { planAllows } from '@papercups/plans'
import type { Account } from '../../../platform/account.js'
import { forbidden } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { planOf } from '../../account/accounts/plan-gate.js'

/** Whether the operator and the plan allow live sessions. */
export async function hasLiveSessions(platform: Platform, account: Account) {
  if (!platform.config.flags.storytime_enabled) return false
  const plan = await planOf(platform, account)
  return !plan || planAllows(plan, 'live_sessions')
}

/** For recorders. */
export async function requireLiveSessions(platform: Platform, account: Account) {
  if (!(await hasLiveSessions(platform, account))) throw forbidden('Live sessions are not enabled')
}
