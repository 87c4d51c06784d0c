import type { Account } from '../../../platform/account.js'
import { messagesWithAuthors, toMessages } from '../../inbox/messages/queries.js'
import type { Outgoing } from './chat-service.js'
import type { Waiting } from './connection-state.js'

/** Everything about these deliveries, by their ids. Those whose message was erased are left out. */
export async function readOutgoing(account: Account, service: string, deliveries: Waiting[]) {
  const outgoing = new Map<string, Outgoing>()
  const message_ids = deliveries.flatMap(({ message_id }) => message_id ?? [])
  if (message_ids.length === 0) return outgoing
  const conversation_ids = [...new Set(deliveries.map(({ order_key }) => order_key))]
  const [rows, conversations, threads] = await Promise.all([
    messagesWithAuthors(account).where('messages.id', 'in', message_ids).execute(),
    account.from('conversations').selectAll().where('id', 'in', conversation_ids).execute(),
    account
      .from('service_threads')
      .select(['conversation_id', 'channel_id', 'thread_id'])
      .where('service', '=', service)
      .where('conversation_id', 'in', conversation_ids)
      .execute(),
  ])
  const customer_ids = [...new Set(conversations.map(({ customer_id }) => customer_id))]
  const [messages, customers] = await Promise.all([
    toMessages(account, rows),
    customer_ids.length > 0 ? account.from('customers').selectAll().where('id', 'in', customer_ids).execute() : [],
  ])
  const messageOf = byId(messages)
  const conversationOf = byId(conversations)
  const customerOf = byId(customers)
  const threadOf = new Map(threads.map((thread) => [threadKey(thread), thread.thread_id]))
  for (const { id: delivery_id, order_key: conversation_id, message_id, channel_id } of deliveries) {
    const message = messageOf.get(message_id ?? '')
    const conversation = conversationOf.get(conversation_id)
    const customer = customerOf.get(conversation?.customer_id ?? '')
    if (!message || !conversation || !customer) continue
    const thread_id = threadOf.get(threadKey({ conversation_id, channel_id }))
    outgoing.set(delivery_id, { delivery_id, message, conversation, customer, channel_id, thread_id })
  }
  return outgoing
}

export const threadKey = ({ conversation_id, channel_id }: { conversation_id: string; channel_id: string }) =>
  `${conversation_id} ${channel_id}`

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
