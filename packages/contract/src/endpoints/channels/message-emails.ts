import { defineEndpoints } from '../../endpoint.js'
import { Type } from 'typebox'
import { ConversationBasic } from '../../conversations.js'
import { NewEmail } from '../../messages.js'
import {
  ConversationEmail,
  MessageEmail,
  OutgoingEmail,
  ReplyRecipients,
  Signature,
  SuppressedEmail,
} from '../../message-emails.js'
import { ById, Data, Download, Nothing } from '../../scalars.js'

export const messageEmailsEndpoints = defineEndpoints({
  'POST /api/emails': {
    allow: 'user',
    body: Type.Object({ email: NewEmail }),
    response: { 201: Data(ConversationBasic) },
  },

  /** Of the messages after the number `after`, up to 50 numbers further. Messages without a mail are left out. */
  'GET /api/conversations/:id/emails': {
    allow: 'user',
    params: ById,
    query: Type.Object({ after: Type.Integer({ minimum: 0, maximum: 9_000_000_000_000_000 }) }),
    response: { 200: Data(Type.Array(ConversationEmail)) },
  },

  'GET /api/conversations/:id/reply_recipients': {
    allow: 'user',
    params: ById,
    response: { 200: Data(ReplyRecipients) },
  },

  /** The caller's own. */
  'GET /api/inboxes/:id/signature': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Signature) },
  },

  'PUT /api/inboxes/:id/signature': {
    allow: 'user',
    params: ById,
    body: Type.Object({ signature: Type.Pick(Signature, ['body']) }),
    response: { 200: Data(Signature) },
  },

  'GET /api/messages/:id/email': {
    allow: 'user',
    params: ById,
    response: { 200: Data(MessageEmail) },
  },

  'GET /api/messages/:id/email/original': {
    allow: 'user',
    params: ById,
    response: { 200: Download },
  },

  'POST /api/outgoing_mails/:id/retry': {
    allow: 'user',
    params: ById,
    response: { 200: Data(OutgoingEmail) },
  },

  /** Of these emails, those that get no automatic mail. A body, because URLs are logged. */
  'POST /api/suppressed_emails/find': {
    allow: 'user',
    body: Type.Object({ emails: Type.Array(Type.String({ maxLength: 254 }), { maxItems: 150 }) }),
    response: { 200: Data(Type.Array(SuppressedEmail)) },
  },

  /** After a bounce or a complaint. Only the person can end their own unsubscription: 409. */
  'POST /api/suppressed_emails/lift': {
    allow: 'admin',
    body: Type.Object({ email: Type.String({ maxLength: 254 }) }),
    response: { 204: Nothing },
  },
})
