import { createTakeEvents } from '../../features/channels/chat-services/take-events.js'
import { defineFeature } from '../../platform/feature.js'
import { checkInstallation } from './check-installation.js'
import { linkLater, linkMessage } from './link-messages.js'
import { noteCustomers } from './note-customers.js'
import { mailFailing } from './open-github.js'
import { redeliverLost } from './redeliver.js'
import { routes } from './routes.js'
import { syncIssue, syncLater } from './sync-issue.js'
import { githubEvents } from './take-event.js'

export const github = defineFeature({
  routes,
  cron: [{ name: 'github.redeliver-lost', at: '*/10 * * * *', run: redeliverLost }],
  jobs: [createTakeEvents(githubEvents), mailFailing, checkInstallation, syncIssue, linkMessage, noteCustomers],
  later: { 'issue:created': [syncLater], 'issue:updated': [syncLater] },
  gathered: { 'message:created': [linkLater] },
})
