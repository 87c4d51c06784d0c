import { Type, type Static } from 'typebox'
import { Instant, Nullable, Uuid } from './scalars.js'

/** A reaction to an event that failed. */
export const FailedReaction = Type.Object({
  id: Uuid,
  object: Type.Literal('failed_reaction'),
  event_type: Type.String(),
  reaction: Type.String(),
  attempts: Type.Integer({ minimum: 1 }),
  error: Type.String(),
  failed_at: Instant,
  /** Null if it is not retried automatically any more. */
  next_try_at: Nullable(Instant),
})
export type FailedReaction = Static<typeof FailedReaction>
