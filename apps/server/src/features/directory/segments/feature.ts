import type { Account } from '../../../platform/account.js'
import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** Named filters over customers. They are compiled and run by ../customer-search. */
export const segments = defineFeature({
  routes,
  on: {
    'segment:created': [broadcastChange],
    'segment:updated': [broadcastChange],
    'segment:deleted': [broadcastChange],
  },
})

function broadcastChange(account: Account, { segment_id: id }: { segment_id: string }) {
  account.broadcastToTeam('segment:changed', { id })
}
