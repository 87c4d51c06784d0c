import { Type, type Static } from 'typebox'
import { Instant, Nullable, Omittable, UserId, Uuid } from './scalars.js'

/** From 1, the worst, to 5, the best. */
export const Score = Type.Integer({ minimum: 1, maximum: 5 })

/** Where the customer gave the rating. */
export const RatingSource = Type.Enum(['widget', 'chat_page', 'email'])
export type RatingSource = Static<typeof RatingSource>

/** How a customer rated a conversation after it was closed. */
export const Rating = Type.Object({
  id: Uuid,
  object: Type.Literal('rating'),
  conversation_id: Uuid,
  customer_id: Uuid,
  /** The rated user: the assignee when the conversation was closed, or else the last one who answered. */
  user_id: Nullable(UserId),
  score: Score,
  comment: Nullable(Type.String()),
  source: RatingSource,
  /** When the conversation was closed. */
  asked_at: Instant,
  rated_at: Instant,
  updated_at: Instant,
})
export type Rating = Static<typeof Rating>

/** For the customer: a closed conversation that they may rate, or have rated. */
export const OwnRating = Type.Object({
  object: Type.Literal('rating'),
  conversation_id: Uuid,
  /** Null until they rate it. */
  score: Nullable(Score),
  comment: Nullable(Type.String()),
})
export type OwnRating = Static<typeof OwnRating>

export const MAX_COMMENT = 2_000

export const NewRating = Type.Object({
  score: Score,
  comment: Omittable(Type.String({ maxLength: MAX_COMMENT })),
})
export type NewRating = Static<typeof NewRating>
