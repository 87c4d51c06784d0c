import type { ConversationFilters } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'

export type Place = 'open' | 'closed' | 'snoozed' | 'archived'

/**
 * The places that a list reads. Archived conversations are only in their own list. Several places are read as several
 * lists, because the index is ordered only within one.
 */
export function placesOf(filters: ConversationFilters): Place[] {
  const { status, snoozed, archived } = filters
  if (status && status !== 'open' && status !== 'closed') return []
  if (archived && !isByFormerPlace(filters)) return ['archived']
  const places = status === 'closed' ? [] : snoozed ? SNOOZED : snoozed === false ? OPEN : [...OPEN, ...SNOOZED]
  return status === 'open' || snoozed ? places : [...places, 'closed']
}

/** True if the list has only some of the archived conversations: its places are those that they had before. */
export const isByFormerPlace = ({ status, snoozed, archived }: ConversationFilters) =>
  Boolean(archived && (status || snoozed != null))

/** As in the index of archived conversations. */
const FORMER_PLACE = sql<Place>`(case when conversations.snoozed_at is not null then 'snoozed'
  else conversations.status::text end)`

const OPEN: Place[] = ['open']
const SNOOZED: Place[] = ['snoozed']

/** Every filter narrows. search.ts handles the words of a search. */
export function filteredConversations(
  account: Account,
  places: Place[],
  filters: ConversationFilters,
  user_id: number,
) {
  const [only] = places
  let found = account.from('conversations')
  const byFormerPlace = isByFormerPlace(filters)
  const place = byFormerPlace ? FORMER_PLACE : sql.ref<Place>('conversations.place')
  // With `in`, even with one value, the planner loses the order of the index.
  found = only && places.length === 1 ? found.where(place, '=', only) : found.where(place, 'in', places)
  if (byFormerPlace) found = found.where('conversations.archived_at', 'is not', null)
  for (const column of ['priority', 'source', 'customer_id', 'inbox_id', 'read'] as const) {
    const wanted = filters[column]
    if (wanted != null) found = found.where(`conversations.${column}`, '=', wanted as never)
  }
  if (filters.assignee_id === null) found = found.where('conversations.assignee_id', 'is', null)
  const assignee = userIdOf(filters.assignee_id, user_id)
  if (assignee !== undefined) found = found.where('conversations.assignee_id', '=', assignee)
  const mentioned = userIdOf(filters.mentioning, user_id)
  if (mentioned !== undefined) found = found.where(mentions(mentioned, filters.has_seen_mention))
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

/** The id of the user that a filter names. */
export function userIdOf(who: string | null | undefined, me: number) {
  if (who === 'me') return me
  return who ? Number(who) : undefined
}
