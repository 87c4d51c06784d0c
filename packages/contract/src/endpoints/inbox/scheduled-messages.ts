import { Type } from 'typebox'
import { ById, Data, Nothing, Uuid } from '../../scalars.js'
import { NewScheduledMessage, ScheduledMessage, ScheduledMessageChanges } from '../../scheduled-messages.js'
import { defineEndpoints } from '../../endpoint.js'

export const scheduledMessagesEndpoints = defineEndpoints({
  'GET /api/scheduled_messages': {
    allow: 'user',
    query: Type.Object({ conversation_id: Uuid }),
    response: { 200: Data(Type.Array(ScheduledMessage)) },
  },

  'POST /api/scheduled_messages': {
    allow: 'user',
    body: Type.Object({ scheduled_message: NewScheduledMessage }),
    response: { 201: Data(ScheduledMessage) },
  },

  'PUT /api/scheduled_messages/:id': {
    allow: 'user',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ scheduled_message: ScheduledMessageChanges }),
    response: { 200: Data(ScheduledMessage) },
  },

  'DELETE /api/scheduled_messages/:id': {
    allow: 'user',
    params: ById,
    response: { 204: Nothing },
  },
})
