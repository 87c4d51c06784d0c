import type { Customer } from '@papercups/contract'
import { conversationPath, type ConversationRow } from '../../entities/conversation/conversations.js'
import { firstWords, onOneLine } from '../../entities/message/first-words.js'
import { customerName } from '../../entities/person-name.js'

const MANY = 6

export interface Result {
  id: string
  label: string
  detail?: string
  to: string
}

/** Matches all words, in any order. */
export function matches(text: string, query: string) {
  const words = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

export function conversationResults(rows: readonly ConversationRow[]): Result[] {
  return rows.slice(0, MANY).map((row) => ({
    id: `conversation-${row.id}`,
    label: customerName(row.customer),
    detail: wordsOf(row),
    to: conversationPath(row) + (row.match ? `?at=${row.match.seq}` : ''),
  }))
}

const wordsOf = ({ match, last_message }: ConversationRow) =>
  match ? onOneLine(match.parts.map((part) => part.text).join('')) : last_message ? firstWords(last_message) : ''

/** Customers of these conversations, each once, with the newest conversation. Rows must be sorted newest first. */
export function customerResults(rows: readonly ConversationRow[], query: string): Result[] {
  const newest = new Map<string, { customer: Customer; row: ConversationRow }>()
  for (const row of rows) {
    if (row.customer && !newest.has(row.customer_id)) newest.set(row.customer_id, { customer: row.customer, row })
  }
  const found = [...newest.values()].filter(({ customer: { name, email } }) =>
    matches(`${name ?? ''} ${email ?? ''}`, query),
  )
  return found.slice(0, MANY).map(({ customer, row }) => ({
    id: `customer-${customer.id}`,
    label: customerName(customer),
    detail: customer.name && customer.email ? customer.email : '',
    to: conversationPath(row),
  }))
}
