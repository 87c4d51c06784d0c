import { defineFeature } from '../../../platform/feature.js'
import { broadcastEdit, broadcastMessage } from './broadcast.js'
import { routes } from './routes.js'
import { topics } from './topics.js'

export const messages = defineFeature({
  routes,
  topics,
  on: { 'message:created': [broadcastMessage], 'message:edited': [broadcastEdit] },
})
