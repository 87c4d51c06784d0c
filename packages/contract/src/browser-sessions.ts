import { Type, type Static } from 'typebox'
import { CustomerBasic } from './customers.js'
import { Instant, InstantInput, Metadata, Nullable, Omittable, Uuid } from './scalars.js'

/** One visit of one browser tab. */
export const BrowserSession = Type.Object({
  id: Uuid,
  object: Type.Literal('browser_session'),
  account_id: Uuid,
  customer_id: Nullable(Uuid),
  metadata: Nullable(Metadata),
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
})
export type BrowserSession = Static<typeof BrowserSession>

export const ListedBrowserSession = Type.Object({
  ...BrowserSession.properties,
  customer: Nullable(CustomerBasic),
  /** Something of it is stored and can be replayed. */
  recorded: Type.Boolean(),
  last_event_at: Nullable(Instant),
  duration_ms: Nullable(Type.Integer({ minimum: 0 })),
})
export type ListedBrowserSession = Static<typeof ListedBrowserSession>

/** Old clients expect the list of events. Its entries are in the chunks of the recording. */
export const ExpandedBrowserSession = Type.Object({
  ...ListedBrowserSession.properties,
  browser_replay_events: Type.Array(Type.Never()),
})

/** What a recorder may send on the side. Invalid values are dropped. */
export const BrowserSessionDetails = Type.Object({ started_at: Omittable(InstantInput), metadata: Omittable(Metadata) })

export const BrowserSessionChanges = Type.Object({
  ...BrowserSessionDetails.properties,
  customer_id: Omittable(Uuid),
  finished_at: Omittable(InstantInput),
})
export type BrowserSessionChanges = Static<typeof BrowserSessionChanges>

export const BrowserSessionFilters = Type.Object({
  ids: Omittable(Type.Array(Uuid, { maxItems: 500 })),
  customer_id: Omittable(Uuid),
  active: Omittable(Type.Boolean()),
})
export type BrowserSessionFilters = Static<typeof BrowserSessionFilters>
