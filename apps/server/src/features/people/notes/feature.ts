import type { Account } from '../../../platform/account.js'
import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

export const notes = defineFeature({
  routes,
  on: { 'note:created': [broadcastChange], 'note:updated': [broadcastChange], 'note:deleted': [broadcastChange] },
})

/** Ids only: dashboards load the text when they show it. */
function broadcastChange(account: Account, { note_id: id, customer_id }: { note_id: string; customer_id: string }) {
  account.broadcastToTeam('note:changed', { id, customer_id })
}
