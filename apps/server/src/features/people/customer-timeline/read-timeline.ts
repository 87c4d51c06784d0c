import { TimelineKind, type TimelineEntry, type TimelinePage } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { parseActor } from '../../../platform/actor.js'
import { toTimestamp } from '../../../platform/wire-time.js'
import { formerIdsOf } from '../customers/merged-ids.js'
import type { getCustomer } from '../customers/queries.js'
import { findEvents, lastVisit, type TimelineEvent } from './find-events.js'
import { findNames } from './find-names.js'
import { describeEvent, type ReferencedTable, type Description } from './describe-event.js'

interface Page {
  kinds: TimelineKind[] | null | undefined
  before: number | null | undefined
  limit: number
}

type Customer = Pick<Awaited<ReturnType<typeof getCustomer>>, 'id' | 'current_url' | 'pathname'>

/** `limit` counts events; each may give several entries. */
export async function readTimeline(
  account: Account,
  customer: Customer,
  { kinds, before, limit }: Page,
): Promise<TimelinePage> {
  const wanted = kinds?.length ? kinds : TimelineKind.enum
  const names = [customer.id, ...(await formerIdsOf(account, customer.id))]
  const events = await findEvents(account, names, { kinds: wanted, before, limit: limit + 1 })
  const shown = events.slice(0, limit)
  const described = shown.flatMap((event) => {
    const descriptions = describeEvent(event).filter(({ kind }) => wanted.includes(kind))
    return descriptions.map((description) => ({ event, description }))
  })
  const [nameOf, page] = await Promise.all([
    findNames(account, described.flatMap(referencesIn)),
    currentPage(account, customer, names, described),
  ])
  const data = described.map(({ event, description }) => toEntry(event, description, nameOf, page))
  return { data, next: events.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

interface DescribedEvent {
  event: TimelineEvent
  description: Description
}

function referencesIn({ event, description }: DescribedEvent) {
  const user_id = parseActor(event.actor).user_id
  return [
    ...(description.about ? [description.about] : []),
    ...(user_id ? [{ table: 'users' as const, id: user_id }] : []),
    ...(event.conversation_id ? [{ table: 'conversations' as const, id: event.conversation_id }] : []),
  ]
}

/** Only the current page is stored, so it is shown at the last visit. */
async function currentPage(
  account: Account,
  { current_url, pathname }: Customer,
  names: string[],
  described: DescribedEvent[],
) {
  const page = current_url ?? pathname
  if (!page || !described.some(({ description }) => description.kind === 'visits')) return undefined
  const [visit] = await account.run(lastVisit, names)
  return visit && { event_id: visit.id, page }
}

function toEntry(
  event: TimelineEvent,
  { kind, action, about, fields = [], score = null }: Description,
  nameOf: (table: ReferencedTable, id: string) => NonNullable<TimelineEntry['about']>,
  current: { event_id: number; page: string } | undefined,
): TimelineEntry {
  const { user_id, customer_id } = parseActor(event.actor)
  const conversation = event.conversation_id ? nameOf('conversations', event.conversation_id) : undefined
  return {
    id: [event.id, action, about?.id].filter(Boolean).join(':'),
    object: 'timeline_entry',
    kind,
    action,
    created_at: toTimestamp(event.created_at),
    actor: user_id
      ? { type: 'user', id: user_id, name: nameOf('users', user_id).name }
      : customer_id
        ? { type: 'customer', id: customer_id, name: null }
        : null,
    about: about ? nameOf(about.table, about.id) : null,
    conversation_id: conversation && !conversation.deleted ? conversation.id : null,
    fields,
    score,
    message_count: kind === 'messages' ? event.message_count : null,
    page: kind === 'visits' && current?.event_id === event.id ? current.page : null,
  }
}
