import { ConversationPriority, MessageSource, ConversationStatus, Nullable, Uuid } from '@papercups/contract'
import { Type, type Static } from 'typebox'
import { sql } from 'kysely'
import type { Account } from '../../platform/account.js'

/** Who a filter names: `me`, a user's number, or nobody. */
const Who = Type.Optional(Nullable(Type.String({ maxLength: 40 })))

/** An empty value means "not filtered", except for the assignee, where it means "nobody's". */
export const Filters = Type.Object({
  status: Type.Optional(Nullable(ConversationStatus)),
  snoozed: Type.Optional(Nullable(Type.Boolean())),
  archived: Type.Optional(Nullable(Type.Boolean())),
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

export type Place = 'open' | 'closed' | 'snoozed' | 'archived'

/**
 * Where a list looks. What is snoozed is in no list that asks for a status, and what is archived only in its own.
 * Several places are several lists, because only within one are they in order.
 */
export function placesOf({ status, snoozed, archived }: Filters): Place[] {
  if (archived) return ['archived']
  if (snoozed) return status === 'closed' ? [] : ['snoozed']
  if (status) return [status]
  return snoozed === false ? ['open', 'closed'] : ['open', 'closed', 'snoozed']
}

/** Every filter narrows. The words of a search do not stand here: see search.ts. */
export function filteredConversations(account: Account, places: Place[], filters: Filters, user_id: number) {
  const [only] = places
  let found = account.from('conversations')
  // One place as itself: a list with one value in it loses the order of the index.
  found =
    only && places.length === 1
      ? found.where('conversations.place', '=', only)
      : found.where('conversations.place', 'in', places)
  for (const column of ['priority', 'source', 'customer_id', 'inbox_id', 'read'] as const) {
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
  return found
}

function mentions(user_id: number, seen: boolean | null | undefined) {
  const state = seen == null ? sql`` : seen ? sql`and t.seen_at is not null` : sql`and t.seen_at is null`
  return sql<boolean>`exists (select from mentions t where t.account_id = conversations.account_id
    and t.conversation_id = conversations.id and t.user_id = ${user_id} ${state})`
}

/** What names nobody we know is no filter, as clients of old expect. */
export function whoIs(who: string | null | undefined, me: number) {
  if (who === 'me') return me
  return who && /^\d{1,15}$/.test(who) ? Number(who) : undefined
}
