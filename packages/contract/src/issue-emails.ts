import { Type, type Static } from 'typebox'
import { SuppressionReason } from './message-emails.js'
import { MAX_BODY } from './messages.js'
import { FilledLine, Instant, Nullable, Omittable, Uuid } from './scalars.js'

/** A mail to each customer of an issue. Everybody gets a mail and a conversation of their own. */
export const NewIssueEmail = Type.Object(
  {
    subject: FilledLine,
    body: Type.String({ minLength: 1, maxLength: MAX_BODY }),
    inbox_id: Omittable(Uuid),
    /** Moves the issue to `closed`: its customers are informed. */
    close: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type NewIssueEmail = Static<typeof NewIssueEmail>

/** The customers of an issue, at most 10,000. */
export const IssueEmails = Type.Object({
  /** A mail is being written to them. */
  is_sending: Type.Boolean(),
  people: Type.Array(
    Type.Object({
      customer_id: Uuid,
      emailed_at: Nullable(Instant),
      /** Why this customer gets no such mail. */
      obstacle: Nullable(Type.Union([Type.Literal('no_email'), SuppressionReason])),
    }),
  ),
})
export type IssueEmails = Static<typeof IssueEmails>
