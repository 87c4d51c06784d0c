import { randomUUID } from 'node:crypto'
import { createMailFailing } from '../../../features/channels/chat-services/mail-failing.js'
import { defineWorker } from '../../../platform/feature.js'
import { startLeasedWork } from '../../../platform/jobs/leased-work.js'
import { openSync } from './sync-mailbox.js'
import { claimGmail } from './unscoped.js'

/** Mailboxes that one process reads at the same time. */
const MAX_MAILBOXES = 20

export const mailGmailFailing = createMailFailing({ id: 'gmail', name: 'Gmail' })

/** Reads the connected Gmail mailboxes. Each is leased by one process at a time. */
export const watchGmail = defineWorker({
  name: 'gmail.watch',
  start(platform) {
    const lease = randomUUID()
    return startLeasedWork({
      platform,
      max: MAX_MAILBOXES,
      claim: (limit) => claimGmail(platform, lease, limit),
      open: (row) => openSync(platform, row, lease, mailGmailFailing),
    })
  },
})
