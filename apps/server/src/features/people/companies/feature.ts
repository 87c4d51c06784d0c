import type { Account } from '../../../platform/account.js'
import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

export const companies = defineFeature({
  routes,
  on: {
    'company:created': [broadcastChange],
    'company:updated': [broadcastChange],
    'company:deleted': [broadcastChange],
  },
})

function broadcastChange(account: Account, { company_id: id }: { company_id: string }) {
  account.broadcastToTeam('company:changed', { id })
}
