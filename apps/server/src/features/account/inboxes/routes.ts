import { Data, Inbox, InboxChanges, NewInbox, Nullable, Uuid, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { createInbox } from './create-inbox.js'
import { toInbox } from './present.js'
import { findPrimaryInbox, getInbox, listInboxes } from './queries.js'
import { deleteInbox, updateInbox } from './update-inbox.js'

const ById = Type.Object({ id: Uuid })

export function routes(app: App) {
  app.get('/api/inboxes', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Type.Array(Inbox)) } },
    async handler({ account }) {
      return { data: (await listInboxes(account)).map(toInbox) }
    },
  })

  app.post('/api/inboxes', {
    config: { allow: 'admin' },
    schema: { body: Type.Object({ inbox: NewInbox }), response: { 201: Data(Inbox) } },
    async handler({ account, user, body }, reply) {
      const data = await createInbox(account, body.inbox, user.id)
      return reply.code(201).header('location', `/api/inboxes/${data.id}`).send({ data })
    },
  })

  app.get('/api/inboxes/primary', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Nullable(Inbox)) } },
    async handler({ account }) {
      const inbox = await findPrimaryInbox(account)
      return { data: inbox ? toInbox(inbox) : null }
    },
  })

  app.get('/api/inboxes/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Inbox) } },
    async handler({ account, params }) {
      return { data: toInbox(await getInbox(account, params.id)) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/inboxes/:id',
    config: { allow: 'admin' },
    schema: { params: ById, body: Type.Object({ inbox: InboxChanges }), response: { 200: Data(Inbox) } },
    async handler({ account, params, body }) {
      return { data: await updateInbox(account, params.id, body.inbox) }
    },
  })

  app.delete('/api/inboxes/:id', {
    config: { allow: 'admin' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, params }, reply) {
      await deleteInbox(account, params.id)
      return reply.code(204).send()
    },
  })
}
