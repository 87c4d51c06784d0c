import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

/** Sent to the whole team: each dashboard picks the mentions of its own user. */
export function broadcastMention(account: Account, mention: DomainEvents['mention:created']) {
  account.broadcastToTeam('mention:created', mention)
}
