import { randomUUID } from 'node:crypto'
import { defineWorker } from '../../../platform/feature.js'
import { startLeasedWork } from '../../../platform/jobs/leased-work.js'
import { openReceiver } from './receiver.js'
import { claimSubscriptions } from './unscoped.js'

/** Receivers that one process calls at the same time. One that fails holds its place for one call. */
const MAX_RECEIVERS = 500

/**
 * Sends what waits. Each subscription is leased by one process at a time, which keeps its order. Receivers do not wait for
 * each other.
 */
export const deliverWebhooks = defineWorker({
  name: 'webhooks.deliver',
  start(platform) {
    const lease = randomUUID()
    return startLeasedWork({
      platform,
      max: MAX_RECEIVERS,
      claim: (limit) => claimSubscriptions(platform, lease, limit),
      open: (claimed) => openReceiver(platform, claimed, lease),
    })
  },
})
