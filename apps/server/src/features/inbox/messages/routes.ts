import { messagesEndpoints } from '@papercups/contract'
import { notFound, HttpError } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { streamJson } from '../../../platform/http/stream-json.js'
import { readTimeCursor } from '../../../platform/list-cursors.js'
import { getConversation } from '../conversations/queries.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { customerExists } from '../../people/customers/queries.js'
import { countMessages, listAllMessages, writeAllMessages } from './all-messages.js'
import { deleteMessage, updateMessage } from './change-message.js'
import { createMessage } from './create-message.js'
import { requireNotesPlan } from './require-notes-plan.js'
import { checkRecipients } from './recipients.js'
import { getMessage, listMessages } from './queries.js'
import { listVersions } from './versions.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, messagesEndpoints, {
    async 'GET /api/messages'({ account, query: { after, after_message_id, limit, ...filters } }, reply) {
      const start = { after: after ? readTimeCursor(after) : undefined, after_message_id }
      if (limit) return listAllMessages(account, filters, { ...start, limit })
      return streamJson(reply, writeAllMessages(account, filters, start))
    },

    async 'GET /api/messages/count'({ account }) {
      return { data: { count: await countMessages(account) } }
    },

    async 'POST /api/messages'({ account, user, body }, reply) {
      const { customer_id: named, user_id, ...draft } = body.message
      const customer_id = named && (await currentIdOf(account, named))
      if (customer_id && user_id != null) {
        throw new HttpError(422, 'A message should not have both a `user_id` and `customer_id`')
      }
      if (customer_id && !(await customerExists(account, customer_id))) throw notFound('Customer')
      checkRecipients(platform, draft.email)
      await requireNotesPlan(platform, account, draft)
      const author = customer_id ? { customer_id, posted_by: user.id } : { user_id: user.id }
      const message = await createMessage(account, author, draft)
      return reply.code(201).header('location', `/api/messages/${message.id}`).send({ data: message })
    },

    async 'GET /api/messages/:id'({ account, params }) {
      return { data: await getMessage(account, params.id) }
    },

    async 'PUT /api/messages/:id'({ account, user, params, body }) {
      await requireNotesPlan(platform, account, body.message)
      return { data: await updateMessage(account, user, params.id, body.message) }
    },

    async 'GET /api/messages/:id/versions'({ account, params }) {
      return { data: await listVersions(account, params.id) }
    },

    async 'DELETE /api/messages/:id'({ account, params }, reply) {
      await deleteMessage(account, params.id)
      return reply.code(204).send()
    },

    async 'GET /api/conversations/:id/messages'({ account, params, query: { after, before, limit } }) {
      const conversation = await getConversation(account, params.id)
      return { data: await listMessages(account, conversation.id, { after, before, limit: limit ?? 100 }) }
    },
  })
}
