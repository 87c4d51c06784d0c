import { Type, type Static } from 'typebox'
import { Instant, Nullable, Uuid } from './scalars.js'

const MailPerson = Type.Object({ name: Nullable(Type.String()), email: Type.String() })

/** The mail from which a message was made. */
export const IncomingEmail = Type.Object({
  from: Nullable(MailPerson),
  to: Type.Array(MailPerson),
  cc: Type.Array(MailPerson),
  subject: Type.String(),
  /** As the sender's clock had it. */
  date: Nullable(Instant),
  /** All of its text. Quotes and signatures are folded. */
  parts: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('text'), Type.Literal('quote'), Type.Literal('signature')]),
      text: Type.String(),
    }),
  ),
  /** With `data-folded` at quotes and signatures. It is the sender's: show it in a sandbox only. */
  html: Nullable(Type.String()),
  /** Whether the sender's domain vouches for the mail. */
  verdict: Type.Union([Type.Literal('pass'), Type.Literal('fail'), Type.Literal('unknown')]),
  /** The rule that put it into this conversation. */
  thread_reason: Nullable(
    Type.Union([
      Type.Literal('reply_address'),
      Type.Literal('plain_reply_address'),
      Type.Literal('references'),
      Type.Literal('new'),
      Type.Literal('new_unknown_sender'),
    ]),
  ),
})
export type IncomingEmail = Static<typeof IncomingEmail>

/** A mail that was or will be sent with this message. */
export const OutgoingEmail = Type.Object({
  id: Uuid,
  to: Type.Array(Type.String()),
  subject: Type.String(),
  state: Type.Union([Type.Literal('queued'), Type.Literal('sent'), Type.Literal('failed'), Type.Literal('bounced')]),
  /** What the mail server answered. */
  failure: Nullable(Type.String()),
  sent_at: Nullable(Instant),
})
export type OutgoingEmail = Static<typeof OutgoingEmail>

export const MessageEmail = Type.Object({
  message_id: Uuid,
  incoming: Nullable(IncomingEmail),
  outgoing: Type.Array(OutgoingEmail),
})
export type MessageEmail = Static<typeof MessageEmail>
