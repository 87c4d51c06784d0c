import { defineFeature } from '../../../platform/feature.js'
import { cancelSubscription } from './end-subscription.js'
import { followAll, followSubscription } from './follow-later.js'
import { mailPaymentFailed } from './mail-payment-failed.js'
import { routes } from './routes.js'
import { forgetOldEvents } from './unscoped.js'

/** Plans, cards and invoices. Stripe keeps them, and our record follows. */
export const subscriptions = defineFeature({
  routes,
  jobs: [cancelSubscription, followSubscription, mailPaymentFailed],
  cron: [
    { name: 'billing.follow-all', at: '23 2 * * *', run: followAll },
    { name: 'billing.forget-old-events', at: '53 2 * * *', run: forgetOldEvents },
  ],
})
