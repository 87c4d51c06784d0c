import { defineFeature } from '../../../platform/feature.js'
import { broadcastConversationErased, broadcastCustomerErased } from './broadcast.js'
import { routes } from './routes.js'

/** Erasing a customer or a conversation leaves none of their data behind. */
export const customerErasure = defineFeature({
  routes,
  on: { 'customer:deleted': [broadcastCustomerErased], 'conversation:deleted': [broadcastConversationErased] },
})
