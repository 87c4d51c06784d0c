import { defineFeature } from '../../../platform/feature.js'
import { deleteOldMessages, deleteOldMessagesOfAll } from './delete-old-messages.js'

/** The small plans keep messages for a limited time. Only with BILLING_ENABLED. */
export const messageRetention = defineFeature({
  jobs: [deleteOldMessages],
  cron: [{ name: 'billing.delete-old-messages-of-all', at: '13 3 * * *', run: deleteOldMessagesOfAll }],
})
