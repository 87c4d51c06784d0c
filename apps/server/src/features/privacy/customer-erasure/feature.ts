import { defineFeature } from '../../../platform/feature.js'
import { broadcastConversationErased, broadcastCustomerErased } from './broadcast.js'
import { routes } from './routes.js'

/** When somebody or something that was said is deleted for good, nothing of it stays. */
export const customerErasure = defineFeature({
  routes,
  on: { 'customer:deleted': [broadcastCustomerErased], 'conversation:deleted': [broadcastConversationErased] },
})
