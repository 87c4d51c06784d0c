import type { Feature } from '../../../platform/feature.js'
import { defineFeature } from '../../../platform/feature.js'
import type { ChatService } from './chat-service.js'
import { createMailFailing } from './mail-failing.js'
import { createPlans } from './plan-deliveries.js'
import { createPollWorker, isPolled } from './poll.js'
import { createSendWorker } from './send-deliveries.js'
import { createTakeEvents } from './take-events.js'

/** Everything that a chat service shares with others: mirroring messages in order, and taking events once. */
export function defineChatService<Post>(service: ChatService<Post>, own: Pick<Feature, 'routes' | 'jobs' | 'cron'>) {
  const mailFailing = createMailFailing(service)
  const worker = createSendWorker(service, mailFailing)
  return defineFeature({
    ...own,
    workers: isPolled(service) ? [worker, createPollWorker(service, mailFailing)] : [worker],
    jobs: [createTakeEvents(service), mailFailing, ...(own.jobs ?? [])],
    gathered: createPlans(service, worker),
  })
}
