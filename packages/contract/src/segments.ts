import { Type, type Static } from 'typebox'
import { CalendarDate, FilledLine, Nullable, Timestamp, UserId, Uuid } from './scalars.js'

export const SegmentField = Type.Enum([
  'tag',
  'company',
  'last_seen_at',
  'first_seen',
  'online',
  'open_conversation',
  'conversations',
  'email',
  'metadata',
])
export type SegmentField = Static<typeof SegmentField>

export const SegmentOperator = Type.Enum([
  'is',
  'is_not',
  'exists',
  'not_exists',
  'within',
  'not_within',
  'from',
  'before',
  'contains',
  'at_least',
  'at_most',
])
export type SegmentOperator = Static<typeof SegmentOperator>

/** Field and operator decide which value it needs. The server requires that value and drops the others. */
export const SegmentCondition = Type.Object({
  field: SegmentField,
  operator: SegmentOperator,
  /** The metadata key. */
  name: Type.Optional(Type.String({ maxLength: 100, pattern: '\\S' })),
  tag_id: Type.Optional(Uuid),
  company_id: Type.Optional(Uuid),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  date: Type.Optional(CalendarDate),
  number: Type.Optional(Type.Number({ minimum: -1e15, maximum: 1e15 })),
  text: Type.Optional(Type.String({ maxLength: 200, pattern: '\\S' })),
})
export type SegmentCondition = Static<typeof SegmentCondition>

export const SegmentFilter = Type.Object({
  match: Type.Enum(['all', 'any']),
  conditions: Type.Array(SegmentCondition, { minItems: 1, maxItems: 20 }),
})
export type SegmentFilter = Static<typeof SegmentFilter>

export const Segment = Type.Object({
  id: Uuid,
  object: Type.Literal('segment'),
  created_at: Timestamp,
  updated_at: Timestamp,
  creator_id: Nullable(UserId),
  name: Type.String(),
  filter: SegmentFilter,
})
export type Segment = Static<typeof Segment>

export const NewSegment = Type.Object({ name: FilledLine, filter: SegmentFilter })
export type NewSegment = Static<typeof NewSegment>

export const SegmentChanges = Type.Partial(NewSegment)
export type SegmentChanges = Static<typeof SegmentChanges>
