import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid } from './scalars.js'

/** What a timeline can be narrowed to. */
export const TimelineKind = Type.Enum(['visits', 'conversations', 'messages', 'notes', 'tags', 'issues', 'details'])
export type TimelineKind = Static<typeof TimelineKind>

export const TimelineAction = Type.Enum([
  'visited',
  'created',
  'imported',
  'merged',
  'unmerged',
  'updated',
  'deleted',
  'restored',
  'closed',
  'reopened',
  'assigned',
  'unassigned',
  'exchanged',
  'added',
  'removed',
  'linked',
  'unlinked',
  'finished',
  'joined',
  'left',
])
export type TimelineAction = Static<typeof TimelineAction>

/** A tag, an issue, a note, a company, a file, an agent: which of them follows from the action. */
export const TimelineThing = Type.Object({
  id: Type.String(),
  /** Null where it has none, and where it is gone. */
  name: Nullable(Type.String()),
  deleted: Type.Boolean(),
})
export type TimelineThing = Static<typeof TimelineThing>

/** One thing that happened around a customer. */
export const TimelineEntry = Type.Object({
  id: Type.String(),
  object: Type.Literal('timeline_entry'),
  kind: TimelineKind,
  action: TimelineAction,
  created_at: Timestamp,
  /** Nobody, where it happened by itself. Of the customer the name stands in their profile. */
  actor: Nullable(
    Type.Object({ type: Type.Enum(['user', 'customer']), id: Type.String(), name: Nullable(Type.String()) }),
  ),
  about: Nullable(TimelineThing),
  /** Where it happened, if that is still there. */
  conversation_id: Nullable(Uuid),
  /** Which of the details have changed, by their names. */
  fields: Type.Array(Type.String()),
  message_count: Nullable(Type.Integer({ minimum: 1 })),
  /** Known of the last visit only: where they are now. */
  page: Nullable(Type.String()),
})
export type TimelineEntry = Static<typeof TimelineEntry>

/** One page of it, the newest first, that is read onwards with `before`. */
export const TimelinePage = Type.Object({ data: Type.Array(TimelineEntry), next: Nullable(Type.Integer()) })
export type TimelinePage = Static<typeof TimelinePage>
