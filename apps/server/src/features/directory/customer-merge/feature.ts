import { defineFeature } from '../../../platform/feature.js'
import { broadcastMerged, broadcastUnmerged } from './broadcast.js'
import { routes } from './routes.js'

/** Two customers who are one person become one, and can become two again. */
export const customerMerge = defineFeature({
  routes,
  on: { 'customer:merged': [broadcastMerged], 'customer:unmerged': [broadcastUnmerged] },
})
