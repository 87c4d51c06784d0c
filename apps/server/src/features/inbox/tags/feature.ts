import type { Account } from '../../../platform/account.js'
import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

export const tags = defineFeature({
  routes,
  on: { 'tag:created': [broadcastChange], 'tag:updated': [broadcastChange], 'tag:deleted': [broadcastChange] },
})

function broadcastChange(account: Account, { tag_id: id }: { tag_id: string }) {
  account.broadcastToTeam('tag:changed', { id })
}
