import { Type } from 'typebox'
import {
  ConnectedMailbox,
  MailServerTest,
  NewConnectedMailbox,
  NewImapSettings,
  NewSmtpSettings,
} from '../../connected-mailboxes.js'
import { defineEndpoints } from '../../endpoint.js'
import { ById, Data, Nothing, Nullable } from '../../scalars.js'

/** `:id` is of the inbox. */
export const connectedMailboxesEndpoints = defineEndpoints({
  'GET /api/inboxes/:id/connected_mailbox': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(Nullable(ConnectedMailbox)) },
  },

  'PUT /api/inboxes/:id/connected_mailbox': {
    allow: 'admin',
    params: ById,
    body: Type.Object({ connected_mailbox: NewConnectedMailbox }),
    response: { 200: Data(ConnectedMailbox) },
  },

  'DELETE /api/inboxes/:id/connected_mailbox': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  'POST /api/inboxes/:id/connected_mailbox/test_imap': {
    allow: 'admin',
    params: ById,
    body: Type.Object({ imap: NewImapSettings }),
    response: { 200: Data(MailServerTest) },
  },

  'POST /api/inboxes/:id/connected_mailbox/test_smtp': {
    allow: 'admin',
    params: ById,
    body: Type.Object({ smtp: NewSmtpSettings }),
    response: { 200: Data(MailServerTest) },
  },
})
