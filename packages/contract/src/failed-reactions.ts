import { Type, type Static } from 'typebox'
import { Instant, Nullable, Uuid } from './scalars.js'

/** Background work that should follow an event and failed. */
export const FailedReaction = Type.Object({
  id: Uuid,
  object: Type.Literal('failed_reaction'),
  event_type: Type.String(),
  reaction: Type.String(),
  attempts: Type.Integer({ minimum: 1 }),
  error: Type.String(),
  failed_at: Instant,
  /** Null: it is no longer tried by itself. */
  next_try_at: Nullable(Instant),
})
export type FailedReaction = Static<typeof FailedReaction>
