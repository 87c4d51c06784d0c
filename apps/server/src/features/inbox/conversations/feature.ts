import { defineFeature } from '../../../platform/feature.js'
import { broadcastCreated, broadcastUpdated } from './broadcast.js'
import { routes } from './routes.js'
import { topics } from './topics.js'

export const conversations = defineFeature({
  routes,
  topics,
  on: { 'conversation:created': [broadcastCreated], 'conversation:updated': [broadcastUpdated] },
})
