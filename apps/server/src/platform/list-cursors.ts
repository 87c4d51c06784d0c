import { sql } from 'kysely'
import { malformed } from './errors.js'

/** The place of a row in a list that is ordered by a time and by id, newest first. It stays when the row is deleted. */
export interface TimePosition {
  microseconds: number
  id: string
}

/** For the selection of a query. The database's times have microseconds, a Date only milliseconds. */
export const microsecondsOf = (time: string) =>
  sql<number>`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint`.as('microseconds')

/** For a table of this name, whose column `time` is the time of the list. */
export function isAfter(table: string, time: string, { microseconds, id }: TimePosition) {
  const at = sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`
  return sql<boolean>`(${sql.ref(`${table}.${time}`)}, ${sql.ref(`${table}.id`)}) < (${at}, ${id}::uuid)`
}

export const toTimeCursor = ({ microseconds, id }: TimePosition) =>
  Buffer.from(`${microseconds} ${id}`).toString('base64url')

/** A cursor is a position, not a permission: any caller may use it. */
export function readTimeCursor(cursor: string): TimePosition {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, time, id = ''] = /^(\d{1,16}) (.+)$/.exec(text) ?? []
  if (!time || Number(time) > Number.MAX_SAFE_INTEGER) throw notACursor()
  return { microseconds: Number(time), id: readIdCursor(id) }
}

/** For a list that is ordered by id alone. */
export function readIdCursor(cursor: string) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cursor)) throw notACursor()
  return cursor.toLowerCase()
}

export const notACursor = () => malformed('the cursor must be the next of an answer')
