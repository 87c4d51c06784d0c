import { Data, Inbox, Nullable, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../platform/http/app.js'
import { toInbox } from './present.js'
import { findPrimaryInbox, getInbox, listInboxes } from './queries.js'

export function routes(app: App) {
  app.get('/api/inboxes', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Type.Array(Inbox)) } },
    async handler({ account }) {
      return { data: (await listInboxes(account)).map(toInbox) }
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
    schema: { params: Type.Object({ id: Uuid }), response: { 200: Data(Inbox) } },
    async handler({ account, params }) {
      return { data: toInbox(await getInbox(account, params.id)) }
    },
  })
}
