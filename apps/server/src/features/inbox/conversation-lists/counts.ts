import type { BucketCounts, ConversationFilters, UnreadCounts } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { defineCounter } from '../../../platform/counter.js'
import { listInboxes } from '../../account/inboxes/queries.js'
import { filteredConversations, isByFormerPlace, placesOf, userIdOf } from './filters.js'

/** Everything that the lists filter by. */
interface Kind {
  place: string
  read: boolean
  priority: string
  source: string
  inbox_id: string | null
  assignee_id: number | null
}

const countKinds = defineCounter<Kind>('conversation_counts', [
  'place',
  'read',
  'priority',
  'source',
  'inbox_id',
  'assignee_id',
])

/** Filters that the counters do not cover are counted up to here. Counting on would cost too much. */
const MAX_COUNTED = 1_000

/** The agent's unread counts, by bucket and by inbox. */
export async function countUnread(account: Account, user_id: number): Promise<UnreadCounts> {
  const [kinds, mentioned, inboxes] = await Promise.all([
    countKinds(account),
    countMentions(account, user_id),
    listInboxes(account),
  ])
  const unread = (place: string) => kinds.filter((kind) => kind.place === place && !kind.read)
  const open = unread('open')
  const conversations: BucketCounts = {
    open: sum(open),
    assigned: sum(open.filter((kind) => kind.assignee_id === user_id)),
    priority: sum(open.filter((kind) => kind.priority === 'priority')),
    unread: sum(open),
    unassigned: sum(open.filter((kind) => kind.assignee_id === null)),
    closed: sum(unread('closed')),
    mentioned,
    snoozed: sum(kinds.filter((kind) => kind.place === 'snoozed')),
  }
  const byInbox = inboxes.map(({ id }) => [id, sum(open.filter((kind) => kind.inbox_id === id))] as const)
  const counts = Object.fromEntries(byInbox)
  return { ...counts, ...conversations, conversations, inboxes: counts }
}

export async function countConversations(account: Account, filters: ConversationFilters, user_id: number) {
  const places = placesOf(filters)
  if (places.length === 0) return 0
  const { customer_id, tag_id, mentioning } = filters
  if (customer_id || tag_id || mentioning || isByFormerPlace(filters)) return countMatching(account, filters, user_id)

  const assignee = filters.assignee_id === null ? null : userIdOf(filters.assignee_id, user_id)
  const wanted = { read: filters.read, priority: filters.priority, source: filters.source, inbox_id: filters.inbox_id }
  const wantedColumns = Object.entries(wanted).filter(([, value]) => value != null) as Array<[keyof Kind, unknown]>
  const found = (await countKinds(account)).filter(
    (kind) =>
      places.some((place) => place === kind.place) &&
      (assignee === undefined || kind.assignee_id === assignee) &&
      wantedColumns.every(([column, value]) => kind[column] === value),
  )
  return sum(found)
}

async function countMatching(account: Account, filters: ConversationFilters, user_id: number) {
  const some = filteredConversations(account, placesOf(filters), filters, user_id)
    .select('conversations.id')
    .limit(MAX_COUNTED)
  const counted = account.from('conversations').select(sql<number>`(select count(*) from (${some}) as few)`.as('total'))
  return (await counted.limit(1).executeTakeFirst())?.total ?? 0
}

async function countMentions(account: Account, user_id: number) {
  const open = { mentioning: String(user_id), has_seen_mention: false, status: 'open', snoozed: false } as const
  return countMatching(account, open, user_id)
}

const sum = (kinds: Array<{ count: number }>) => kinds.reduce((total, { count }) => total + count, 0)
