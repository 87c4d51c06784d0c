import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { followStripe } from './follow-stripe.js'
import { eachCustomer } from './unscoped.js'

export const followSubscription = defineJob({
  name: 'billing.follow-subscription',
  input: Type.Object({ account_id: Uuid }),
  key: ({ account_id }) => `billing:${account_id}`,
  async run(account, _input, platform) {
    if (platform.config.flags.billing_enabled) await followStripe(platform, account)
  },
})

/** Every night: finds changes whose event was lost, and grace periods that have ended. */
export async function followAll(platform: Platform) {
  if (!platform.config.flags.billing_enabled) return
  await eachCustomer(platform, (account) => account.enqueue(followSubscription, { account_id: account.id }))
}
