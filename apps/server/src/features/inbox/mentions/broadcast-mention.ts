import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

/** On the team's topic: a dashboard takes what is for its own user. */
export function broadcastMention(account: Account, mention: DomainEvents['mention:created']) {
  account.broadcastToTeam('mention:created', mention)
}
