import { Type, type Static } from 'typebox'
import { CustomerProfile } from './customer-directory.js'
import { Instant, Nullable, Timestamp, Uuid } from './scalars.js'
import { User } from './users.js'

const Count = Type.Integer({ minimum: 0 })

/** How much goes over to the one who stays. Tags and issues that both have are not counted. */
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

/** What a merge would do. Each of the three comes with their company. */
export const MergePreview = Type.Object({
  object: Type.Literal('customer_merge_preview'),
  /** Who stays, as they are now. */
  kept: CustomerProfile,
  /** Who goes. */
  merged: CustomerProfile,
  /** As the one who stays will be. */
  result: CustomerProfile,
  moves: MergeMoves,
})
export type MergePreview = Static<typeof MergePreview>

export const CustomerMerge = Type.Object({
  id: Uuid,
  object: Type.Literal('customer_merge'),
  /** Whom the old id means now. */
  customer_id: Uuid,
  merged_customer_id: Uuid,
  /** What the one who went was called, and their address. */
  merged_title: Type.String(),
  merged_email: Nullable(Type.String()),
  /** Nobody, once whoever did it has left. */
  user: Nullable(User),
  created_at: Timestamp,
  undoable_until: Instant,
  /** False after that time, and while the one who was kept is merged with somebody else. */
  can_undo: Type.Boolean(),
})
export type CustomerMerge = Static<typeof CustomerMerge>
