import { defineFeature } from '../../../platform/feature.js'
import { deliverWebhooks } from './deliver-webhooks.js'
import { mailPaused } from './mail-paused.js'
import { forgetConversations, forgetCustomers, webhookReactions } from './queue-events.js'
import { routes } from './routes.js'
import { forgetOldDeliveries } from './unscoped.js'

/** Sends the events of an account to URLs of its admins. */
export const webhooks = defineFeature({
  routes,
  workers: [deliverWebhooks],
  jobs: [mailPaused],
  cron: [{ name: 'webhooks.forget-old', at: '17 4 * * *', run: forgetOldDeliveries }],
  gathered: {
    ...webhookReactions,
    'conversation:deleted': [forgetConversations, ...(webhookReactions['conversation:deleted'] ?? [])],
    'customer:deleted': [forgetCustomers, ...(webhookReactions['customer:deleted'] ?? [])],
  },
})
