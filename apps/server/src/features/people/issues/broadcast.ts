import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function broadcastChange(account: Account, { issue_id: id }: { issue_id: string }) {
  account.broadcastToTeam('issue:changed', { id })
}

/** Deployed dashboards listen for `issue:created`, so a link to an existing issue uses that name too. */
export function broadcastLink(account: Account, { issue, customer_id }: DomainEvents['issue:linked']) {
  account.broadcast(`issue:lobby:${customer_id}`, 'issue:created', issue)
}
