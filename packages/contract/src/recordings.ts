import { Type, type Static } from 'typebox'
import { Instant, Nullable, Uuid } from './scalars.js'

/** Milliseconds since 1970, by the visitor's clock. Clocks before 2000 and after 2100 are wrong. */
export const EventTime = Type.Integer({ minimum: 946_684_800_000, maximum: 4_102_444_800_000 })

export const MARK_KINDS = ['page', 'click', 'rage_click', 'error', 'slowed', 'paused'] as const

/** One entry of the timeline, as the recorder sends it. */
export const SentMark = Type.Object({
  at: EventTime,
  kind: Type.Enum(MARK_KINDS),
  text: Type.String({ maxLength: 200 }),
})
export type SentMark = Static<typeof SentMark>

export const Mark = Type.Object({
  at: Type.Integer(),
  kind: Type.Enum([...MARK_KINDS, 'message']),
  text: Type.String(),
  /** Of a message. */
  message_id: Type.Optional(Uuid),
  conversation_id: Type.Optional(Uuid),
})
export type Mark = Static<typeof Mark>

/**
 * Events of rrweb that a recorder sends together. `events` is base64 of a gzipped JSON array, or the array itself. If
 * `first_at` is missing, the server reads the events to find out the rest.
 */
export const EventBatch = Type.Object({
  /** Chosen at random by each page load. */
  page: Type.String({ minLength: 1, maxLength: 64 }),
  /** Counted from 0 in each page load. A repeated batch is stored once. */
  seq: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  events: Type.Union([Type.String(), Type.Array(Type.Unknown())]),
  first_at: Type.Optional(EventTime),
  last_at: Type.Optional(EventTime),
  /** It has a full snapshot. */
  snapshot: Type.Optional(Type.Boolean()),
  marks: Type.Optional(Type.Array(SentMark, { maxItems: 100 })),
})
export type EventBatch = Static<typeof EventBatch>

export const RecordingChunk = Type.Object({
  id: Uuid,
  first_at: Type.Integer(),
  last_at: Type.Integer(),
  has_snapshot: Type.Boolean(),
  /** Compressed. */
  bytes: Type.Integer(),
})
export type RecordingChunk = Static<typeof RecordingChunk>

/** What is stored of a browser session, in the order of its events. */
export const Recording = Type.Object({
  session_id: Uuid,
  started_at: Nullable(Instant),
  first_at: Type.Integer(),
  last_at: Type.Integer(),
  bytes: Type.Integer(),
  /** The oldest part was removed, or the session was longer than a recording may be. */
  truncated: Type.Boolean(),
  chunks: Type.Array(RecordingChunk),
  marks: Type.Array(Mark),
})
export type Recording = Static<typeof Recording>

/** A customer's message that was written during a recorded session. */
export const RecordedMoment = Type.Object({
  message_id: Uuid,
  session_id: Uuid,
  at: Type.Integer(),
  /** The page that the customer was on. Empty if the recorder did not say, or the page is not recorded. */
  path: Type.String(),
})
export type RecordedMoment = Static<typeof RecordedMoment>

const PagePatterns = Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), { maxItems: 50 })

/** For the recorder in the visitor's page. */
export const PublicRecordingSettings = Type.Object({
  enabled: Type.Boolean(),
  mask_text: Type.Boolean(),
  only_pages: PagePatterns,
  except_pages: PagePatterns,
  respect_privacy_signals: Type.Boolean(),
})
export type PublicRecordingSettings = Static<typeof PublicRecordingSettings>

export const RecordingSettings = Type.Object({
  keep_days: Type.Integer({ minimum: 1, maximum: 365 }),
  /** Without it, sessions can only be watched live. */
  store: Type.Boolean(),
  mask_text: Type.Boolean(),
  only_pages: PagePatterns,
  except_pages: PagePatterns,
  respect_privacy_signals: Type.Boolean(),
  max_megabytes: Type.Integer({ minimum: 10, maximum: 100_000 }),
})
export type RecordingSettings = Static<typeof RecordingSettings>
