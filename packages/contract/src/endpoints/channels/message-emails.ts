import { defineEndpoints } from '../../endpoint.js'
import { MessageEmail, OutgoingEmail } from '../../message-emails.js'
import { ById, Data, Download } from '../../scalars.js'

export const messageEmailsEndpoints = defineEndpoints({
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
})
