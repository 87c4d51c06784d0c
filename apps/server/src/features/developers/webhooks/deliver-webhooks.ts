import { randomUUID } from 'node:crypto'
import { defineWorker } from '../../../platform/feature.js'
import { openReceiver, type Receiver } from './receiver.js'
import { claimSubscriptions } from './unscoped.js'

const LOOK_EVERY_MS = 1_000
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
    const open = new Set<Receiver>()
    let looking: Promise<void> | undefined
    let again = false
    let stopped = false

    const look = async () => {
      for (const receiver of open) receiver.fill()
      const claimed = await claimSubscriptions(platform, lease, MAX_RECEIVERS - open.size)
      for (const subscription of claimed) {
        const receiver = openReceiver(platform, subscription, lease)
        open.add(receiver)
        void receiver.done.then((unread) => {
          const was_full = open.size === MAX_RECEIVERS
          open.delete(receiver)
          if (unread || was_full) wake()
        })
      }
    }
    const wake = () => {
      if (stopped) return
      if (looking) {
        again = true
        return
      }
      looking = look()
        .catch((error: unknown) => platform.log.error({ err: error }, 'webhooks cannot be claimed'))
        .finally(() => {
          looking = undefined
          if (!again) return
          again = false
          wake()
        })
    }
    const timer = setInterval(wake, LOOK_EVERY_MS).unref()
    return {
      wake,
      async stop() {
        stopped = true
        clearInterval(timer)
        await looking
        for (const receiver of open) receiver.stop()
        await Promise.all([...open].map(({ done }) => done))
      },
    }
  },
})
