import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { toInstant } from '../../../platform/wire-time.js'

/** The customer looked at the conversation: all unseen messages of the team become seen and delivered. */
export async function markSeen(account: Account, conversation_id: string) {
  const now = new Date()
  const seen = waiting(account, conversation_id, 'seen_at', { seen_at: now, delivered_at: arrivedBy(now) })
  broadcastReceipts(account, conversation_id, await seen.execute(), { seen_at: now, delivered_at: now })
}

/** The customer's widget received these messages: all that were there when it joined, or all up to `up_to`. */
export async function markDelivered(account: Account, conversation_id: string, up_to?: number) {
  const now = new Date()
  let delivered = waiting(account, conversation_id, 'delivered_at', { delivered_at: now })
  if (up_to !== undefined) delivered = delivered.where('seq', '<=', up_to)
  broadcastReceipts(account, conversation_id, await delivered.execute(), { delivered_at: now })
}

const arrivedBy = (now: Date) => sql<Date>`coalesce(delivered_at, ${now})`

interface Times {
  seen_at?: Date
  delivered_at: Date | RawBuilder<Date>
}

function waiting(account: Account, conversation_id: string, column: 'seen_at' | 'delivered_at', times: Times) {
  return account
    .update('messages')
    .set(times)
    .where('conversation_id', '=', conversation_id)
    .where('user_id', 'is not', null)
    .where('private', '=', false)
    .where(column, 'is', null)
    .where(oneAtATime(conversation_id))
    .returning('seq')
}

/** Taken before the first row lock: otherwise two tabs could deadlock. */
const oneAtATime = (conversation_id: string) =>
  sql<boolean>`(select pg_advisory_xact_lock(hashtextextended(${`receipts ${conversation_id}`}, 0)) is not null)`

type Marked = Array<{ seq: number }>

/** Not in the event log: this happens with nearly every message, and nothing reacts to it. */
function broadcastReceipts(
  account: Account,
  conversation_id: string,
  marked: Marked,
  at: { seen_at?: Date; delivered_at: Date },
) {
  if (marked.length === 0) return
  account.broadcastToTeam('message:updated', {
    conversation_id,
    up_to: marked.reduce((last, { seq }) => Math.max(last, seq), 0),
    delivered_at: toInstant(at.delivered_at),
    seen_at: at.seen_at ? toInstant(at.seen_at) : null,
  })
}
