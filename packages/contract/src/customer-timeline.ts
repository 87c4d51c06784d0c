import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid } from './scalars.js'

/** The filters of a timeline. */
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
  'rated',
])
export type TimelineAction = Static<typeof TimelineAction>

/** The tag, issue, note, company, file or agent of the action. */
export const TimelineThing = Type.Object({
  id: Type.String(),
  /** Null if it has none or was deleted. */
  name: Nullable(Type.String()),
  deleted: Type.Boolean(),
})
export type TimelineThing = Static<typeof TimelineThing>

/** One entry of a customer's timeline. */
export const TimelineEntry = Type.Object({
  id: Type.String(),
  object: Type.Literal('timeline_entry'),
  kind: TimelineKind,
  action: TimelineAction,
  created_at: Timestamp,
  /** Null if the server did it. The customer's own name is in their profile. */
  actor: Nullable(
    Type.Object({ type: Type.Enum(['user', 'customer']), id: Type.String(), name: Nullable(Type.String()) }),
  ),
  about: Nullable(TimelineThing),
  /** The conversation, if it still exists. */
  conversation_id: Nullable(Uuid),
  /** The names of the changed fields. */
  fields: Type.Array(Type.String()),
  /** How the customer rated the conversation, from 1 to 5. */
  score: Nullable(Type.Integer()),
  message_count: Nullable(Type.Integer({ minimum: 1 })),
  /** Only on the last visit: the page that they have open. */
  page: Nullable(Type.String()),
})
export type TimelineEntry = Static<typeof TimelineEntry>

/** One page, newest first. The next one is read with `before`. */
export const TimelinePage = Type.Object({ data: Type.Array(TimelineEntry), next: Nullable(Type.Integer()) })
export type TimelinePage = Static<typeof TimelinePage>
