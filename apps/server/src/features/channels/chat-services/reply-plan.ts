import { planAllows } from '@papercups/plans'
import { planOf } from '../../account/accounts/plan-gate.js'
import type { ServiceContext } from './chat-service.js'

/** Said in the thread of a reply that is not taken, because the plan lost this after the service was connected. */
const NOT_TAKEN =
  'This reply did not reach the customer: replying from here is part of the Lite and Team plans. Please answer in Papercups.'

/** Undefined if agents may reply from the service. */
export async function findReplyRefusal({ platform, account }: ServiceContext): Promise<string | undefined> {
  const plan = await planOf(platform, account)
  return plan && !planAllows(plan, 'reply_from_slack') ? NOT_TAKEN : undefined
}
