import type { Message, PastConversation } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toTimestamp } from '../../../platform/wire-time.js'
import { forVisitor } from '../messages/present.js'
import { listMessages } from '../messages/queries.js'

const MAX_CONVERSATIONS = 20
const MAX_MESSAGES = 500

const ownConversations = (account: Account, customer_id: string) =>
  account
    .from('conversations')
    .where('conversations.customer_id', '=', customer_id)
    .where('conversations.source', '=', 'chat')
    .where('conversations.archived_at', 'is', null)

/** Newest first. Conversations without a public message are left out. */
export async function listPastConversations(
  account: Account,
  customer_id: string,
  inbox_id: string | undefined,
): Promise<PastConversation[]> {
  let own = ownConversations(account, customer_id)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('messages')
          .whereRef('messages.account_id', '=', 'conversations.account_id')
          .select(['messages.body', 'messages.created_at', 'messages.customer_id'])
          .whereRef('messages.conversation_id', '=', 'conversations.id')
          .where('messages.private', '=', false)
          .orderBy('messages.seq', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['conversations.id', 'conversations.status', 'last.body', 'last.created_at', 'last.customer_id'])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('messages')
            .whereRef('messages.account_id', '=', 'conversations.account_id')
            .select('messages.id')
            .whereRef('messages.conversation_id', '=', 'conversations.id')
            .where('messages.private', '=', false)
            .where('messages.user_id', 'is not', null)
            .where('messages.seen_at', 'is', null),
        )
        .as('unseen'),
    )
  if (inbox_id) own = own.where('conversations.inbox_id', '=', inbox_id)
  const newestFirst = own.orderBy('conversations.created_at', 'desc').orderBy('conversations.id', 'desc')
  const rows = await newestFirst.limit(MAX_CONVERSATIONS).execute()
  return rows.map(({ id, status, unseen, body, created_at, customer_id }) => ({
    id,
    status,
    unseen: Boolean(unseen),
    last_message: { body, created_at: toTimestamp(created_at), customer_id },
  }))
}

/** Undefined if the conversation is not theirs. */
export async function listOwnMessages(
  account: Account,
  customer_id: string,
  id: string,
): Promise<Message[] | undefined> {
  const conversation = ownConversations(account, customer_id).select('id').where('id', '=', id)
  if (!(await conversation.executeTakeFirst())) return undefined
  const messages = await listMessages(account, id, { limit: MAX_MESSAGES, public_only: true })
  return messages.map(forVisitor)
}
