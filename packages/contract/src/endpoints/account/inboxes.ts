import { ById, Data, Nothing, Nullable } from '../../scalars.js'
import { Type } from 'typebox'
import { Inbox, InboxChanges, NewInbox } from '../../inboxes.js'
import { defineEndpoints } from '../../endpoint.js'

export const inboxesEndpoints = defineEndpoints({
  'GET /api/inboxes': {
    allow: 'user',
    response: { 200: Data(Type.Array(Inbox)) },
  },

  'POST /api/inboxes': {
    allow: 'admin',
    body: Type.Object({ inbox: NewInbox }),
    response: { 201: Data(Inbox) },
  },

  'GET /api/inboxes/primary': {
    allow: 'user',
    response: { 200: Data(Nullable(Inbox)) },
  },

  'GET /api/inboxes/:id': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Inbox) },
  },

  'PUT /api/inboxes/:id': {
    allow: 'admin',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ inbox: InboxChanges }),
    response: { 200: Data(Inbox) },
  },

  'DELETE /api/inboxes/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },
})
