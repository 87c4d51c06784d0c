import { Type, type Static } from 'typebox'
import { ConversationStatus } from './conversations.js'
import { Score } from './ratings.js'
import { Instant, Nullable, UserId, Uuid } from './scalars.js'

const counts = {
  /** Closings that customers were asked to rate. */
  asked: Type.Integer(),
  rated: Type.Integer(),
  /** Of the scores. Null without any. */
  average: Nullable(Type.Number()),
}

/** A rating belongs to the day on which its conversation was closed. */
export const Satisfaction = Type.Object({
  ...counts,
  /** From 1 to 5. */
  scores: Type.Array(Type.Object({ score: Score, count: Type.Integer() })),
  /** By the rated user, most ratings first. */
  users: Type.Array(Type.Object({ user: Type.Object({ id: UserId, email: Type.String() }), ...counts })),
})
export type Satisfaction = Static<typeof Satisfaction>

/** A closing that a customer was asked to rate. The score is null if they have not done so. */
export const ReportRating = Type.Object({
  id: Uuid,
  asked_at: Instant,
  score: Nullable(Score),
  comment: Nullable(Type.String()),
  conversation: Type.Object({ id: Uuid, status: ConversationStatus }),
  customer: Type.Object({ id: Uuid, name: Nullable(Type.String()), email: Nullable(Type.String()) }),
})
export type ReportRating = Static<typeof ReportRating>

/** Newest first. `next` is the `after` of the following page. */
export const ReportRatingPage = Type.Object({ data: Type.Array(ReportRating), next: Nullable(Type.String()) })
