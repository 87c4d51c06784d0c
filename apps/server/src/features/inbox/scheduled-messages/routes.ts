import { scheduledMessagesEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getConversation } from '../conversations/queries.js'
import { checkRecipients } from '../messages/recipients.js'
import { requireNotesPlan } from '../messages/require-notes-plan.js'
import { listScheduled } from './queries.js'
import { changeScheduled, deleteScheduled, scheduleMessage } from './schedule-message.js'

export function routes(app: App) {
  addRoutes(app, scheduledMessagesEndpoints, {
    async 'GET /api/scheduled_messages'({ account, query }) {
      const { id } = await getConversation(account, query.conversation_id)
      return { data: await listScheduled(account, id) }
    },

    async 'POST /api/scheduled_messages'({ account, user, body }, reply) {
      checkRecipients(app.platform, body.scheduled_message.email)
      await requireNotesPlan(app.platform, account, body.scheduled_message)
      const data = await scheduleMessage(account, user.id, body.scheduled_message)
      return reply.code(201).header('location', `/api/scheduled_messages/${data.id}`).send({ data })
    },

    async 'PUT /api/scheduled_messages/:id'({ account, user, params, body }) {
      return { data: await changeScheduled(account, user.id, params.id, body.scheduled_message) }
    },

    async 'DELETE /api/scheduled_messages/:id'({ account, params }, reply) {
      await deleteScheduled(account, params.id)
      return reply.code(204).send()
    },
  })
}
