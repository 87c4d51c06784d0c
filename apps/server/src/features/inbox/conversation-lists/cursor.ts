import { notACursor, readIdCursor } from '../../../platform/list-cursors.js'

/** The last row of a page. A conversation without messages has no activity. */
export interface Position {
  last_activity_at: Date | null
  id: string
}

export function toCursor({ last_activity_at, id }: Position) {
  return Buffer.from(`${last_activity_at?.getTime() ?? 'never'} ${id}`).toString('base64url')
}

/** A cursor is a position, not a permission: any caller may use it. A malformed one is rejected. */
export function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, time, id = ''] = /^(never|\d{1,15}) (.+)$/.exec(text) ?? []
  if (!time) throw notACursor()
  return { last_activity_at: time === 'never' ? null : new Date(Number(time)), id: readIdCursor(id) }
}
