import { defineFeature } from '../../../platform/feature.js'
import { broadcastCreated, broadcastUpdated } from './broadcast.js'
import { routes } from './routes.js'

export const customers = defineFeature({
  routes,
  on: { 'customer:created': [broadcastCreated], 'customer:updated': [broadcastUpdated] },
})
