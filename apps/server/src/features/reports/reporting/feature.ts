import { defineFeature } from '../../../platform/feature.js'
import {
  reportMerges,
  unreportConversations,
  unreportCustomers,
  reportConversations,
  reportMessages,
} from './follow-events.js'
import { rebuildReports, storeAllChangedDays, storeChangedDays } from './rebuild.js'
import { routes } from './routes.js'

/** The numbers of an account by day. */
export const reporting = defineFeature({
  routes,
  jobs: [rebuildReports, storeChangedDays],
  cron: [{ name: 'reporting.store-all-changed-days', at: '17 * * * *', run: storeAllChangedDays }],
  gathered: {
    'message:created': [reportMessages],
    'conversation:created': [reportConversations],
    'conversation:updated': [reportConversations],
    'conversation:deleted': [unreportConversations],
    'customer:deleted': [unreportCustomers],
    'customer:merged': [reportMerges],
    'customer:unmerged': [reportMerges],
  },
})
