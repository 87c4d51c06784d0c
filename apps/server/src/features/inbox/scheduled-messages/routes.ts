import {
  Data,
  NewScheduledMessage,
  ScheduledMessage,
  ScheduledMessageChanges,
  Uuid,
  Nothing,
} from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getConversation } from '../conversations/queries.js'
import { listScheduled } from './queries.js'
import { changeScheduled, deleteScheduled, scheduleMessage } from './schedule-message.js'

const ById = Type.Object({ id: Uuid })

export function routes(app: App) {
  app.get('/api/scheduled_messages', {
    config: { allow: 'user' },
    schema: {
      querystring: Type.Object({ conversation_id: Uuid }),
      response: { 200: Data(Type.Array(ScheduledMessage)) },
    },
    async handler({ account, query }) {
      const { id } = await getConversation(account, query.conversation_id)
      return { data: await listScheduled(account, id) }
    },
  })

  app.post('/api/scheduled_messages', {
    config: { allow: 'user' },
    schema: {
      body: Type.Object({ scheduled_message: NewScheduledMessage }),
      response: { 201: Data(ScheduledMessage) },
    },
    async handler({ account, user, body }, reply) {
      const data = await scheduleMessage(account, user.id, body.scheduled_message)
      return reply.code(201).header('location', `/api/scheduled_messages/${data.id}`).send({ data })
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/scheduled_messages/:id',
    config: { allow: 'user' },
    schema: {
      params: ById,
      body: Type.Object({ scheduled_message: ScheduledMessageChanges }),
      response: { 200: Data(ScheduledMessage) },
    },
    async handler({ account, user, params, body }) {
      return { data: await changeScheduled(account, user.id, params.id, body.scheduled_message) }
    },
  })

  app.delete('/api/scheduled_messages/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, params }, reply) {
      await deleteScheduled(account, params.id)
      return reply.code(204).send()
    },
  })
}
