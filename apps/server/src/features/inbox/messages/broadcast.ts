import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { forVisitor } from './present.js'

/** The team first: nobody there has seen the message, while the customer's widget already shows its own. */
export function broadcastMessage(account: Account, { message }: DomainEvents['message:created']) {
  account.broadcastToTeam('shout', message)
  // The customer listens to the conversation's topic, so private notes never go there.
  if (!message.private) account.broadcast(`conversation:${message.conversation_id}`, 'shout', forVisitor(message))
}

/** Only to the team. The customer sees the edit when they load the conversation again. */
export function broadcastEdit(account: Account, { message }: DomainEvents['message:edited']) {
  account.broadcastToTeam('message:edited', message)
}
