import { Type, type Static } from 'typebox'
import { ConversationStatus } from './conversations.js'
import { Nullable, Timestamp, Uuid } from './scalars.js'

/** One of a visitor's own conversations, as their widget lists it. */
export const PastConversation = Type.Object({
  id: Uuid,
  status: ConversationStatus,
  /** The visitor has not seen the last reply. */
  unseen: Type.Boolean(),
  last_message: Type.Object({
    body: Nullable(Type.String()),
    created_at: Timestamp,
    customer_id: Nullable(Uuid),
  }),
})
export type PastConversation = Static<typeof PastConversation>
