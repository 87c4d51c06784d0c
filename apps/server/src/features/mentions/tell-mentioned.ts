import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../platform/account.js'

/** On the team's topic: a dashboard takes what is for its own user. */
export function tellMentioned(account: Account, { message, mentioned_user_ids }: DomainEvents['message:created']) {
  if (mentioned_user_ids.length === 0) return
  const { conversation_id, id: message_id } = message
  const told = { conversation_id, message_id, user_ids: mentioned_user_ids }
  account.broadcast(`notification:${account.id}`, 'mention:created', told)
}
