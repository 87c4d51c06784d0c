import type { Account } from '../../../platform/account.js'
import { forbidden } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from '../../account/accounts/unscoped.js'

/** With billing, mail is part of the paid plans. */
export async function requireMailPlan(platform: Platform, account: Account) {
  if (!platform.config.flags.billing_enabled) return
  const company = await findAccount(platform, account.id)
  if (company?.subscription_plan === 'starter')
    throw forbidden('Email forwarding is part of the Lite and Team plans. Please upgrade.')
}
