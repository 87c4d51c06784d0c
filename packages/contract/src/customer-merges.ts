import { Type, type Static } from 'typebox'
import { CustomerProfile } from './customer-directory.js'
import { Instant, Nullable, Timestamp, Uuid } from './scalars.js'
import { User } from './users.js'

const Count = Type.Integer({ minimum: 0 })

/** What moves to the kept customer. Tags and issues that both have are not counted. */
export const MergeMoves = Type.Object({
  conversations: Count,
  messages: Count,
  notes: Count,
  tags: Count,
  issues: Count,
  files: Count,
  browser_sessions: Count,
})
export type MergeMoves = Static<typeof MergeMoves>

/** A preview of a merge. All three customers come with their company. */
export const MergePreview = Type.Object({
  object: Type.Literal('customer_merge_preview'),
  /** The kept customer before the merge. */
  kept: CustomerProfile,
  /** The customer who is merged into the other. */
  merged: CustomerProfile,
  /** The kept customer after the merge. */
  result: CustomerProfile,
  moves: MergeMoves,
})
export type MergePreview = Static<typeof MergePreview>

export const CustomerMerge = Type.Object({
  id: Uuid,
  object: Type.Literal('customer_merge'),
  /** The customer that the old id resolves to. */
  customer_id: Uuid,
  merged_customer_id: Uuid,
  /** Name and email of the merged customer. */
  merged_title: Type.String(),
  merged_email: Nullable(Type.String()),
  /** Null if the user who did it has left. */
  user: Nullable(User),
  created_at: Timestamp,
  undoable_until: Instant,
  /** False after that time, and while the kept customer is merged into another. */
  can_undo: Type.Boolean(),
})
export type CustomerMerge = Static<typeof CustomerMerge>
