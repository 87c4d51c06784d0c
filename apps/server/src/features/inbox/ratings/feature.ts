import { defineFeature } from '../../../platform/feature.js'
import { askForRatings } from './ask-for-ratings.js'
import { broadcastRating } from './broadcast.js'
import { routes } from './routes.js'

/** Customers rate closed conversations. */
export const ratings = defineFeature({
  routes,
  on: { 'csat:created': [broadcastRating], 'csat:updated': [broadcastRating] },
  gathered: { 'conversation:updated': [askForRatings] },
})
