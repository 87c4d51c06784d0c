import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { deleteEndedSessions } from './unscoped.js'

export const sessions = defineFeature({
  routes,
  cron: [{ name: 'sessions.delete-ended', at: '17 3 * * *', run: deleteEndedSessions }],
})
