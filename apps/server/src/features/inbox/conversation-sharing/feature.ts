import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { deleteOldShares } from './unscoped.js'

export const conversationSharing = defineFeature({
  routes,
  cron: [{ name: 'conversation-sharing.delete-old', at: '29 3 * * *', run: deleteOldShares }],
})
