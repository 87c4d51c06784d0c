import { TimelineKind, type TimelineEntry, type TimelinePage } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { parseActor } from '../../../platform/actor.js'
import { toTimestamp } from '../../../platform/wire-time.js'
import { formerIdsOf } from '../customers/merged-ids.js'
import type { getCustomer } from '../customers/queries.js'
import { findEvents, lastVisit, type TimelineEvent } from './find-events.js'
import { findNames } from './find-names.js'
import { tellEvent, type Place, type Telling } from './tell-event.js'

interface Page {
  kinds: TimelineKind[] | null | undefined
  before: number | null | undefined
  limit: number
}

type Customer = Pick<Awaited<ReturnType<typeof getCustomer>>, 'id' | 'current_url' | 'pathname'>

/** A page is so many events; each of them may say several things. */
export async function readTimeline(
  account: Account,
  customer: Customer,
  { kinds, before, limit }: Page,
): Promise<TimelinePage> {
  const wanted = kinds?.length ? kinds : TimelineKind.enum
  const names = [customer.id, ...(await formerIdsOf(account, customer.id))]
  const events = await findEvents(account, names, { kinds: wanted, before, limit: limit + 1 })
  const shown = events.slice(0, limit)
  const told = shown.flatMap((event) => {
    const tellings = tellEvent(event).filter(({ kind }) => wanted.includes(kind))
    return tellings.map((telling) => ({ event, telling }))
  })
  const [nameOf, page] = await Promise.all([
    findNames(account, told.flatMap(asked)),
    currentPage(account, customer, names, told),
  ])
  const data = told.map(({ event, telling }) => toEntry(event, telling, nameOf, page))
  return { data, next: events.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

interface Said {
  event: TimelineEvent
  telling: Telling
}

function asked({ event, telling }: Said) {
  const user_id = parseActor(event.actor).user_id
  return [
    ...(telling.about ? [telling.about] : []),
    ...(user_id ? [{ place: 'users' as const, id: user_id }] : []),
    ...(event.conversation_id ? [{ place: 'conversations' as const, id: event.conversation_id }] : []),
  ]
}

/** Only where somebody is now is stored, so it is said of their last visit. */
async function currentPage(account: Account, { current_url, pathname }: Customer, names: string[], told: Said[]) {
  const page = current_url ?? pathname
  if (!page || !told.some(({ telling }) => telling.kind === 'visits')) return undefined
  const [visit] = await account.run(lastVisit, names)
  return visit && { event_id: visit.id, page }
}

function toEntry(
  event: TimelineEvent,
  { kind, action, about, fields = [] }: Telling,
  nameOf: (place: Place, id: string) => NonNullable<TimelineEntry['about']>,
  current: { event_id: number; page: string } | undefined,
): TimelineEntry {
  const { user_id, customer_id } = parseActor(event.actor)
  const place = event.conversation_id ? nameOf('conversations', event.conversation_id) : undefined
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
    about: about ? nameOf(about.place, about.id) : null,
    conversation_id: place && !place.deleted ? place.id : null,
    fields,
    message_count: kind === 'messages' ? event.message_count : null,
    page: kind === 'visits' && current?.event_id === event.id ? current.page : null,
  }
}
