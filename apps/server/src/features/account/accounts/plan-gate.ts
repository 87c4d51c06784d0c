import { isPlanName, PLANS, planAllows, type PlanFeature, type PlanName } from '@papercups/plans'
import type { Account } from '../../../platform/account.js'
import { HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from './unscoped.js'

/** A limit of the plan. Dashboards offer an upgrade for this error code only. */
export const planLimit = (message: string) => new HttpError(403, message, { details: { code: 'plan_limit' } })

/** Undefined without billing: then nothing is limited. It takes a connection of its own, so better call it before a transaction. */
export async function planOf(platform: Platform, account: Account): Promise<PlanName | undefined> {
  if (!platform.config.flags.billing_enabled) return undefined
  const plan = (await findAccount(platform, account.id))?.subscription_plan
  return plan && isPlanName(plan) ? plan : 'starter'
}

const TITLES: Record<PlanFeature, string> = {
  email: 'Email forwarding is',
  slack: 'Slack is',
  gmail: 'Gmail is',
  sheets: 'Google Sheets is',
  reply_from_slack: 'Replying from Slack is',
  private_notes: 'Private notes are',
  live_sessions: 'Live sessions are',
  webhooks: 'Webhooks are',
}

/** The one check of what a plan contains. */
export async function requirePlan(platform: Platform, account: Account, feature: PlanFeature) {
  const plan = await planOf(platform, account)
  if (!plan || planAllows(plan, feature)) return
  const titles = Object.values(PLANS).flatMap(({ name, title }) => (planAllows(name, feature) ? [title] : []))
  const plans = titles.length > 1 ? `${titles.join(' and ')} plans` : `${titles.join()} plan`
  throw planLimit(`${TITLES[feature]} part of the ${plans}. Please upgrade.`)
}
