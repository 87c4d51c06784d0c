import { Type, type Static } from 'typebox'
import { Instant, Nullable, Uuid } from './scalars.js'

const MailPerson = Type.Object({ name: Nullable(Type.String()), email: Type.String() })
const Pictures = Type.Array(Type.Object({ cid: Type.String(), file_id: Uuid }))
const Verdict = Type.Union([Type.Literal('pass'), Type.Literal('fail'), Type.Literal('unknown')])
const ThreadReason = Nullable(
  Type.Union([
    Type.Literal('reply_address'),
    Type.Literal('plain_reply_address'),
    Type.Literal('references'),
    Type.Literal('new'),
    Type.Literal('new_unknown_sender'),
  ]),
)

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
  /** The attachments that the HTML shows, by the id that `cid:` names. */
  pictures: Pictures,
  /** Whether the sender's domain vouches for the mail. */
  verdict: Verdict,
  /** The rule that put it into this conversation. */
  thread_reason: ThreadReason,
})
export type IncomingEmail = Static<typeof IncomingEmail>

/** A mail that was or will be sent with this message. */
export const OutgoingEmail = Type.Object({
  id: Uuid,
  to: Type.Array(Type.String()),
  cc: Type.Array(Type.String()),
  bcc: Type.Array(Type.String()),
  subject: Type.String(),
  state: Type.Union([Type.Literal('queued'), Type.Literal('sent'), Type.Literal('failed'), Type.Literal('bounced')]),
  /** What the mail server answered. */
  failure: Nullable(Type.String()),
  sent_at: Nullable(Instant),
})
export type OutgoingEmail = Static<typeof OutgoingEmail>

/** What could make a reader take the sender for somebody else. */
const Doubts = Type.Object({
  /** Of an international domain, the form that the mail does not show: Unicode or `xn--`. */
  domain: Nullable(Type.String()),
  reasons: Type.Array(Type.Enum(['mixed_alphabets', 'looks_latin', 'other_email_in_name'])),
})

/** What the thread shows of a mail at once. The rest is in `IncomingEmail`. */
export const EmailSummary = Type.Object({
  from: Nullable(MailPerson),
  /** `to` and `cc` without the conversation's own reply address. */
  to: Type.Array(MailPerson),
  cc: Type.Array(MailPerson),
  subject: Type.String(),
  verdict: Verdict,
  doubts: Doubts,
  thread_reason: ThreadReason,
  /** The new text as HTML, or null if it has no formatting or is large. It is the sender's: show it in a sandbox only. */
  html: Nullable(Type.String()),
  pictures: Pictures,
  /** There is more than the body of the message: quotes, a signature, or large HTML. */
  has_more: Type.Boolean(),
})
export type EmailSummary = Static<typeof EmailSummary>

/** The mails of one message of a conversation. */
export const ConversationEmail = Type.Object({
  message_id: Uuid,
  conversation_id: Uuid,
  seq: Type.Integer({ minimum: 1 }),
  incoming: Nullable(EmailSummary),
  outgoing: Type.Array(OutgoingEmail),
})
export type ConversationEmail = Static<typeof ConversationEmail>

/** Who a reply goes to. */
export const EmailRecipients = Type.Object({
  to: Type.Array(Type.String()),
  cc: Type.Array(Type.String()),
})
export type EmailRecipients = Static<typeof EmailRecipients>

/** The suggested recipients of the next mail in a conversation. */
export const ReplyRecipients = Type.Object({
  reply: EmailRecipients,
  reply_all: EmailRecipients,
  /** Of the mail, if the agent chooses no other. */
  subject: Type.String(),
})
export type ReplyRecipients = Static<typeof ReplyRecipients>

/** What the caller's mails from an inbox end with, as Markdown. Empty for none. */
export const Signature = Type.Object({ inbox_id: Uuid, body: Type.String({ maxLength: 5_000 }) })
export type Signature = Static<typeof Signature>

export const MessageEmail = Type.Object({
  message_id: Uuid,
  incoming: Nullable(IncomingEmail),
  outgoing: Type.Array(OutgoingEmail),
})
export type MessageEmail = Static<typeof MessageEmail>

/** Why an email gets no automatic mail. */
export const SuppressionReason = Type.Enum(['bounce', 'complaint', 'unsubscribe'])
export type SuppressionReason = Static<typeof SuppressionReason>

export const SuppressedEmail = Type.Object({ email: Type.String(), reason: SuppressionReason })
export type SuppressedEmail = Static<typeof SuppressedEmail>
