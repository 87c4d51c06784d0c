import { MessageBasic, type MessageFilters, type MessageList } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { matchesText } from '../../../platform/matches-text.js'
import { declaredJson } from '../../../platform/http/stream-json.js'
import { notFound } from '../../../platform/errors.js'
import {
  isAfter,
  microsecondsOf,
  readTimeCursor,
  toTimeCursor,
  type TimePosition,
} from '../../../platform/list-cursors.js'
import { MESSAGE_COLUMNS, toMessageBasic } from './present.js'

interface Page {
  after?: TimePosition | undefined
  after_message_id?: string | null | undefined
  limit: number
}

/** The messages of the whole account, newest first. */
export async function listAllMessages(account: Account, filters: MessageFilters, page: Page): Promise<MessageList> {
  const { after_message_id, limit } = page
  const after = page.after ?? (after_message_id ? await positionOf(account, after_message_id) : undefined)
  let found = account.from('messages').select(MESSAGE_COLUMNS).select(microsecondsOf('messages.created_at'))
  for (const column of ['conversation_id', 'customer_id', 'user_id', 'source', 'type', 'private'] as const) {
    const wanted = filters[column]
    if (wanted != null) found = found.where(column, '=', wanted)
  }
  if (filters.body != null) found = found.where(matchesText('messages.body', filters.body))
  if (after) found = found.where(isAfter('messages', 'created_at', after))
  const rows = await found
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const has_more = rows.length > limit
  return { data: shown.map(toMessageBasic), has_more, next: has_more && last ? toTimeCursor(last) : null }
}

/** A deleted message has none: an empty page would look like the end of the list. */
function positionOf(account: Account, id: string) {
  const message = account.from('messages').select(['messages.id', microsecondsOf('messages.created_at')])
  return message.where('id', '=', id).executeTakeFirstOrThrow(() => notFound('Message'))
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
    const next = await listAllMessages(account, filters, { after: readTimeCursor(page.next), limit: AT_ONCE })
    if (next.data.length > 0) yield ','
    page = next
  }
  yield `],"has_more":${page.has_more},"next":${JSON.stringify(page.next)}}`
}

export async function countMessages(account: Account) {
  const all = account.from('messages').select(sql<number>`count(*)`.as('count'))
  return (await all.executeTakeFirstOrThrow()).count
}
