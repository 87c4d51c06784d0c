import { defineFeature } from '../../../platform/feature.js'
import { broadcastMerged, broadcastUnmerged } from './broadcast.js'
import { routes } from './routes.js'

/** Merges two customers who are one person, and can undo it. */
export const customerMerge = defineFeature({
  routes,
  on: { 'customer:merged': [broadcastMerged], 'customer:unmerged': [broadcastUnmerged] },
})
