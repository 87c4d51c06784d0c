import type pg from 'pg'
import { storeMessage } from './server-parts.js'

export interface Seat {
  conversation_id: string
  customer_id: string
}

export const BODY = 'Thank you for waiting! I have looked into it, and your parcel leaves our house this afternoon.'

/** The server's own SQL with nothing around it: prepared, in its own transaction, for a user or a customer. */
export function storeBare(pool: pg.Pool, account_id: string, seat: Seat, author: Author) {
  return pool.query({
    name: storeMessage.name,
    text: storeMessage.text,
    values: storeValues(account_id, seat, author),
  })
}

type Author = { user_id: number } | 'customer'

export function storeValues(account_id: string, { conversation_id, customer_id }: Seat, author: Author) {
  const user_id = author === 'customer' ? null : author.user_id
  return [
    account_id,
    conversation_id,
    crypto.randomUUID(),
    user_id === null ? customer_id : null,
    user_id,
    BODY,
    'reply',
    false,
    'chat',
    'text',
    null,
    null,
    null,
    null,
    false,
    false,
    null,
  ]
}
