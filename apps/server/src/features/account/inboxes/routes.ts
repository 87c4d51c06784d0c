import { inboxesEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { createInbox } from './create-inbox.js'
import { toInbox } from './present.js'
import { findPrimaryInbox, getInbox, listInboxes } from './queries.js'
import { deleteInbox, updateInbox } from './update-inbox.js'

export function routes(app: App) {
  addRoutes(app, inboxesEndpoints, {
    async 'GET /api/inboxes'({ account }) {
      return { data: (await listInboxes(account)).map(toInbox) }
    },

    async 'POST /api/inboxes'({ account, user, body }, reply) {
      const data = await createInbox(account, body.inbox, user.id)
      return reply.code(201).header('location', `/api/inboxes/${data.id}`).send({ data })
    },

    async 'GET /api/inboxes/primary'({ account }) {
      const inbox = await findPrimaryInbox(account)
      return { data: inbox ? toInbox(inbox) : null }
    },

    async 'GET /api/inboxes/:id'({ account, params }) {
      return { data: toInbox(await getInbox(account, params.id)) }
    },

    async 'PUT /api/inboxes/:id'({ account, params, body }) {
      return { data: await updateInbox(account, params.id, body.inbox) }
    },

    async 'DELETE /api/inboxes/:id'({ account, params }, reply) {
      await deleteInbox(account, params.id)
      return reply.code(204).send()
    },
  })
}
