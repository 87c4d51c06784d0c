import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { notACursor, readIdCursor } from '../../../platform/list-cursors.js'

/** The position of a customer in the list, which is ordered by the time they were last seen, newest first. */
export interface ListPosition {
  seen_order: Date
  id: string
}

/** A part of the list: customers after one position, up to and including another. */
export interface ListRange {
  after?: ListPosition | undefined
  upTo?: ListPosition | undefined
}

/** The range of the next `count` customers. It has no end if fewer are left. Reads only the index of the list. */
export async function nextRange(account: Account, after: ListPosition | undefined, count: number): Promise<ListRange> {
  const upTo = await account
    .from('customers')
    .select(['customers.id', 'customers.seen_order'])
    .where(isInRange({ after }))
    .orderBy('seen_order', 'desc')
    .orderBy('id', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return { after, upTo }
}

export function isInRange({ after, upTo }: ListRange) {
  const position = sql`(customers.seen_order, customers.id)`
  const isAfter = after ? sql`${position} < (${after.seen_order}, ${after.id}::uuid)` : sql`true`
  // The planner cannot estimate a comparison of pairs, and would read the whole table without the first condition.
  const isUpTo = upTo
    ? sql`customers.seen_order >= ${upTo.seen_order} and ${position} >= (${upTo.seen_order}, ${upTo.id}::uuid)`
    : sql`true`
  return sql<boolean>`(${isAfter} and ${isUpTo})`
}

export const toCursor = ({ seen_order, id }: ListPosition) =>
  Buffer.from(`${seen_order.getTime()} ${id}`).toString('base64url')

/** A cursor grants nothing: it is only a position, so it is not signed. */
export function readCursor(cursor: string): ListPosition {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, time, id = ''] = /^(\d{1,15}) (.+)$/.exec(text) ?? []
  if (!time) throw notACursor()
  return { seen_order: new Date(Number(time)), id: readIdCursor(id) }
}
