import { MessageBasic, type MessageFilters, type MessageList } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { matchesText } from '../../../platform/matches-text.js'
import { declaredJson } from '../../../platform/http/stream-json.js'
import { malformed } from '../../../platform/errors.js'
import { MESSAGE_COLUMNS, toMessageBasic } from './present.js'

/** The last message of a page, with the database's microseconds. */
interface Position {
  microseconds: number
  id: string
}

interface Page {
  after?: Position | undefined
  after_message_id?: string | null | undefined
  limit: number
}

/** The messages of the whole account, newest first. */
export async function listAllMessages(account: Account, filters: MessageFilters, page: Page): Promise<MessageList> {
  const { after, after_message_id, limit } = page
  let found = account
    .from('messages')
    .select(MESSAGE_COLUMNS)
    .select(sql<number>`(extract(epoch from messages.created_at) * 1000000)::bigint`.as('microseconds'))
  for (const column of ['conversation_id', 'customer_id', 'user_id', 'source', 'type', 'private'] as const) {
    const wanted = filters[column]
    if (wanted != null) found = found.where(column, '=', wanted)
  }
  if (filters.body != null) found = found.where(matchesText('messages.body', filters.body))
  if (after_message_id) {
    const last = account.from('messages').select(['created_at', 'id']).where('id', '=', after_message_id)
    found = found.where(sql<boolean>`(messages.created_at, messages.id) < (${last})`)
  }
  if (after) {
    const time = sql`timestamptz 'epoch' + ${after.microseconds}::bigint * interval '1 microsecond'`
    found = found.where(sql<boolean>`(messages.created_at, messages.id) < (${time}, ${after.id}::uuid)`)
  }
  const rows = await found
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const has_more = rows.length > limit
  return { data: shown.map(toMessageBasic), has_more, next: has_more && last ? toCursor(last) : null }
}

/** The most messages in memory at a time. */
export const AT_ONCE = 200
/** The most messages for a caller who names no limit. A cursor leads to the rest. */
export const MAX_LISTED = 10_000

const toJson = declaredJson(MessageBasic)

/** The same list as parts of a JSON text, for callers who name no limit. */
export async function* writeAllMessages(account: Account, filters: MessageFilters, start: Omit<Page, 'limit'>) {
  let page = await listAllMessages(account, filters, { ...start, limit: AT_ONCE })
  yield '{"data":['
  for (let written = page.data.length; ; written += page.data.length) {
    yield page.data.map(toJson).join(',')
    if (!page.next || written >= MAX_LISTED) break
    const next = await listAllMessages(account, filters, { after: readCursor(page.next), limit: AT_ONCE })
    if (next.data.length > 0) yield ','
    page = next
  }
  yield `],"has_more":${page.has_more},"next":${JSON.stringify(page.next)}}`
}

const toCursor = ({ microseconds, id }: Position) => Buffer.from(`${microseconds} ${id}`).toString('base64url')

/** A cursor is a position, not a permission: any caller may use it. */
export function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, time, id] = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  if (!time || !id || Number(time) > Number.MAX_SAFE_INTEGER) throw malformed()
  return { microseconds: Number(time), id }
}

export async function countMessages(account: Account) {
  const all = account.from('messages').select(sql<number>`count(*)`.as('count'))
  return (await all.executeTakeFirstOrThrow()).count
}
