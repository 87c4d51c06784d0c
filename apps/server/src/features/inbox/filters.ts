import { ConversationPriority, MessageSource, ConversationStatus, Nullable, Uuid } from '@papercups/contract'
import { Type, type Static } from 'typebox'
import { sql } from 'kysely'
import type { Account } from '../../platform/account.js'

/** Who a filter names: `me`, a user's number, or nobody. */
const Who = Type.Optional(Nullable(Type.String({ maxLength: 40 })))

/** An empty value means "not filtered", except for the assignee, where it means "nobody's". */
export const Filters = Type.Object({
  status: Type.Optional(Nullable(ConversationStatus)),
  priority: Type.Optional(Nullable(ConversationPriority)),
  source: Type.Optional(Nullable(MessageSource)),
  customer_id: Type.Optional(Nullable(Uuid)),
  inbox_id: Type.Optional(Nullable(Uuid)),
  tag_id: Type.Optional(Nullable(Uuid)),
  read: Type.Optional(Nullable(Type.Boolean())),
  assignee_id: Who,
  mentioning: Who,
  has_seen_mention: Type.Optional(Nullable(Type.Boolean())),
  q: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
})
export type Filters = Static<typeof Filters>

/** Every filter narrows; archived conversations are in no list. */
export function filteredConversations(account: Account, filters: Filters, user_id: number) {
  let found = account.from('conversations').where('conversations.archived_at', 'is', null)
  for (const column of ['status', 'priority', 'source', 'customer_id', 'inbox_id', 'read'] as const) {
    const wanted = filters[column]
    if (wanted != null) found = found.where(`conversations.${column}`, '=', wanted as never)
  }
  if (filters.assignee_id === null) found = found.where('conversations.assignee_id', 'is', null)
  const assignee = whoIs(filters.assignee_id, user_id)
  if (assignee) found = found.where('conversations.assignee_id', '=', assignee)
  const mentioned = whoIs(filters.mentioning, user_id)
  if (mentioned) found = found.where(mentions(mentioned, filters.has_seen_mention))
  if (filters.tag_id) {
    found =
      found.where(sql<boolean>`exists (select from conversation_tags t where t.account_id = conversations.account_id
      and t.conversation_id = conversations.id and t.tag_id = ${filters.tag_id})`)
  }
  if (filters.q?.trim()) {
    found = found.where(sql<boolean>`exists (select from messages m where m.account_id = conversations.account_id
      and m.conversation_id = conversations.id and m.body ilike ${`%${escapeLike(filters.q.trim())}%`})`)
  }
  return found
}

function mentions(user_id: number, seen: boolean | null | undefined) {
  const state = seen == null ? sql`` : seen ? sql`and t.seen_at is not null` : sql`and t.seen_at is null`
  return sql<boolean>`exists (select from mentions t where t.account_id = conversations.account_id
    and t.conversation_id = conversations.id and t.user_id = ${user_id} ${state})`
}

/** What names nobody we know is no filter, as clients of old expect. */
function whoIs(who: string | null | undefined, me: number) {
  if (who === 'me') return me
  return who && /^\d{1,15}$/.test(who) ? Number(who) : undefined
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
