import { randomUUID } from 'node:crypto'
import { defineWorker } from '../../../../platform/feature.js'
import { startLeasedWork } from '../../../../platform/jobs/leased-work.js'
import { claimMailboxes } from './unscoped.js'
import { openWatcher } from './watcher.js'

/** Mailboxes that one process reads. */
const MAX_MAILBOXES = 500

/** Reads the connected mailboxes. Each is leased by one process at a time. */
export const watchMailboxes = defineWorker({
  name: 'email.watch-mailboxes',
  start(platform) {
    const lease = randomUUID()
    return startLeasedWork({
      platform,
      max: MAX_MAILBOXES,
      claim: (limit) => claimMailboxes(platform, lease, limit),
      open: (claimed) => openWatcher(platform, claimed, lease),
    })
  },
})
