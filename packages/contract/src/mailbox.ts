import { Type, type Static } from 'typebox'
import { Nullable } from './scalars.js'

const summary = {
  id: Type.String(),
  sent_at: Type.String(),
  from: Type.String(),
  to: Type.Array(Type.String()),
  subject: Type.String(),
}

/** An email that was not sent, because no mail server is configured. */
export const MailSummary = Type.Object(summary)
export type MailSummary = Static<typeof MailSummary>

export const Mail = Type.Object({
  ...summary,
  cc: Type.Array(Type.String()),
  bcc: Type.Array(Type.String()),
  reply_to: Nullable(Type.String()),
  text: Type.String(),
  /** For a sandboxed frame only. */
  html: Nullable(Type.String()),
  attachments: Type.Array(Type.Object({ filename: Type.String(), content_type: Type.String(), size: Type.Integer() })),
})
export type Mail = Static<typeof Mail>
