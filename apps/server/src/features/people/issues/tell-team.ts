import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function tellTeam(account: Account, { issue_id: id }: { issue_id: string }) {
  account.broadcast(`notification:${account.id}`, 'issue:changed', { id })
}

/** By the name that deployed dashboards know, although the issue may be an old one. */
export function tellCustomersAgents(account: Account, { issue, customer_id }: DomainEvents['issue:linked']) {
  account.broadcast(`issue:lobby:${customer_id}`, 'issue:created', issue)
}
