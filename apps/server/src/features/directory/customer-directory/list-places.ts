import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { malformed } from '../../../platform/errors.js'

/** Where somebody stands in the list: whoever was seen later stands before them. */
export interface Place {
  seen_order: Date
  id: string
}

/** A piece of the list. Without a beginning it begins with the newest, without an end it goes on to the oldest. */
export interface Stretch {
  behind?: Place | undefined
  upTo?: Place | undefined
}

/** The next so many of the list, read from its index alone. */
export async function stretchOf(account: Account, behind: Place | undefined, most: number): Promise<Stretch> {
  const last = await account
    .from('customers')
    .select(['customers.id', 'customers.seen_order'])
    .where(isWithin({ behind }))
    .orderBy('seen_order', 'desc')
    .orderBy('id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return { behind, upTo: last }
}

export function isWithin({ behind, upTo }: Stretch) {
  const place = sql`(customers.seen_order, customers.id)`
  const after = behind ? sql`${place} < (${behind.seen_order}, ${behind.id}::uuid)` : sql`true`
  // The time twice: of a pair the planner cannot tell how few it leaves, and would read the whole table.
  const before = upTo
    ? sql`customers.seen_order >= ${upTo.seen_order} and ${place} >= (${upTo.seen_order}, ${upTo.id}::uuid)`
    : sql`true`
  return sql<boolean>`(${after} and ${before})`
}

export const toCursor = ({ seen_order, id }: Place) =>
  Buffer.from(`${seen_order.getTime()} ${id}`).toString('base64url')

/** It holds a place in an order, not a right: whose it was makes no difference, but nonsense is refused. */
export function readCursor(cursor: string): Place {
  const [, time, id] = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(decode(cursor)) ?? []
  if (!time || !id) throw malformed()
  return { seen_order: new Date(Number(time)), id }
}

const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString()
