import type pg from 'pg'
import { messageParameters, storeMessage } from './server-parts.js'

export interface Seat {
  conversation_id: string
  customer_id: string
}

export const BODY = 'Thank you for waiting! I have looked into it, and your parcel leaves our house this afternoon.'

/** The server's own SQL with nothing around it: prepared, in its own transaction, for a user or a customer. */
export function storeBare(pool: pg.Pool, account_id: string, seat: Seat, author: Author) {
  const { name, text } = author === 'customer' ? storeMessage.of_customer : storeMessage.of_user
  return pool.query({ name, text, values: storeValues(account_id, seat, author) })
}

type Author = { user_id: number } | 'customer'

export function storeValues(account_id: string, { conversation_id, customer_id }: Seat, author: Author) {
  const user_id = author === 'customer' ? null : author.user_id
  const values = messageParameters({
    conversation_id,
    id: crypto.randomUUID(),
    customer_id: user_id === null ? customer_id : null,
    user_id,
    body: BODY,
    type: 'reply',
    private: false,
    source: 'chat',
    content_type: 'text',
    sent_at: null,
    subject: null,
    metadata: null,
    client_message_id: null,
    keeps_state: false,
    posted_by: null,
  })
  return [account_id, ...values]
}
