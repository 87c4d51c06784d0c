import { defineFeature } from '../../../platform/feature.js'
import { broadcastChange, broadcastLink } from './broadcast.js'
import { routes } from './routes.js'
import { topics } from './topics.js'

export const issues = defineFeature({
  routes,
  topics,
  on: {
    'issue:created': [broadcastChange],
    'issue:updated': [broadcastChange],
    'issue:deleted': [broadcastChange],
    'issue:linked': [broadcastChange, broadcastLink],
    'issue:unlinked': [broadcastChange],
  },
})
