import { Type, type Static } from 'typebox'
import { Instant, Nullable, Timestamp, UserId, Uuid } from './scalars.js'

/** A link that still works. Its token is not included, because only a hash is stored. */
export const ConversationShare = Type.Object({
  id: Uuid,
  object: Type.Literal('conversation_share'),
  created_at: Timestamp,
  expires_at: Instant,
  created_by: Nullable(UserId),
})
export type ConversationShare = Static<typeof ConversationShare>

/** The answer to creating a link, and the only time that the token is shown. */
export const CreatedShare = Type.Object({
  ok: Type.Literal(true),
  token: Type.String(),
  share: ConversationShare,
})
export type CreatedShare = Static<typeof CreatedShare>

export const SharedMessage = Type.Object({
  author: Type.Enum(['customer', 'agent', 'bot']),
  name: Nullable(Type.String()),
  body: Nullable(Type.String()),
  created_at: Timestamp,
  mentions: Type.Array(Type.String()),
  /** Only for messages that came by email. */
  email: Nullable(Type.Object({ subject: Nullable(Type.String()), html: Nullable(Type.String()) })),
  attachments: Type.Array(
    Type.Object({
      filename: Type.String(),
      content_type: Type.String(),
      size: Nullable(Type.Integer({ minimum: 0 })),
      /** Works as long as the share link. */
      url: Type.String(),
    }),
  ),
})
export type SharedMessage = Static<typeof SharedMessage>

/** What a reader with the link sees. It has no ids, because many of them grant access, and no contact data. */
export const SharedConversation = Type.Object({
  object: Type.Literal('shared_conversation'),
  company_name: Type.String(),
  customer_name: Nullable(Type.String()),
  subject: Nullable(Type.String()),
  created_at: Timestamp,
  expires_at: Instant,
  /** In seconds, for readers whose clock is wrong. */
  expires_in: Type.Integer({ minimum: 0 }),
  /** The newest messages, oldest first. */
  messages: Type.Array(SharedMessage),
  has_more: Type.Boolean(),
})
export type SharedConversation = Static<typeof SharedConversation>
