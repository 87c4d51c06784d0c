import { Data, Nothing } from '../../scalars.js'
import { Type } from 'typebox'
import { Mail, MailSummary } from '../../mailbox.js'
import { defineEndpoints } from '../../endpoint.js'

export const mailboxEndpoints = defineEndpoints({
  'GET /api/mailbox': {
    allow: 'admin',
    response: { 200: Data(Type.Array(MailSummary)) },
  },

  'GET /api/mailbox/:id': {
    allow: 'admin',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Data(Mail) },
  },

  'DELETE /api/mailbox': {
    allow: 'admin',
    response: { 204: Nothing },
  },
})
