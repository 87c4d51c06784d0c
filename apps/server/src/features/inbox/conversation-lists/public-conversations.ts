import type { Conversation, Customer, Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toConversationBasic, withoutSnooze, type ConversationRow } from '../conversations/present.js'
import { forVisitor } from '../messages/present.js'
import { listMessages } from '../messages/queries.js'
import { customersOf } from './expand.js'

/** The visitor's own open chats, newest first, with public messages only and without agents' emails. */
export async function listOwnConversations(account: Account, customer_id: string, inbox_id: string | undefined) {
  let own = account
    .from('conversations')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('source', '=', 'chat')
    .where('status', '=', 'open')
    .where('archived_at', 'is', null)
  if (inbox_id) own = own.where('inbox_id', '=', inbox_id)
  const rows = await own.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(3).execute()
  const customer = await customersOf(account, rows)
  return Promise.all(rows.map((row) => toPublic(account, row, customer.get(row.customer_id))))
}

const MAX_PUBLIC_MESSAGES = 500

async function toPublic(account: Account, row: ConversationRow, customer: Customer | undefined): Promise<Conversation> {
  const messages = await listMessages(account, row.id, { limit: MAX_PUBLIC_MESSAGES, public_only: true })
  return {
    ...withoutSnooze(toConversationBasic(row)),
    customer: customer ? { ...customer, ip: null, company_id: null } : null,
    messages: messages.map(asOwn),
    tags: [],
    mentions: [],
  }
}

/** Widgets recognise their own messages by `customer_id`. The customer is in the conversation itself. */
function asOwn(message: Message): Message {
  const { customer: _customer, ...own } = forVisitor(message)
  return own
}
