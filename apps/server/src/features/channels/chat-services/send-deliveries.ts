import { randomUUID } from 'node:crypto'
import { defineWorker } from '../../../platform/feature.js'
import { startLeasedWork } from '../../../platform/jobs/leased-work.js'
import type { ChatService } from './chat-service.js'
import type { MailFailing } from './mail-failing.js'
import { openSender } from './sender.js'
import { claimConnections } from './unscoped.js'

/** Connections that one process sends to at the same time. */
const MAX_CONNECTIONS = 500

/** Sends what waits. Each connection is leased by one process at a time, which keeps its order. */
export const createSendWorker = <Post>(service: ChatService<Post>, mailFailing: MailFailing) =>
  defineWorker({
    name: `${service.id}.send`,
    start(platform) {
      const lease = randomUUID()
      return startLeasedWork({
        platform,
        max: MAX_CONNECTIONS,
        claim: (limit) => claimConnections(platform, service.id, lease, limit),
        open: (claimed) => openSender({ platform, service, mailFailing, lease }, claimed),
      })
    },
  })
