import { connectedMailboxesEndpoints } from '@papercups/contract'
import { addRoutes } from '../../../../platform/http/add-routes.js'
import type { App } from '../../../../platform/http/app.js'
import { byCaller } from '../../../../platform/http/rate-limit.js'
import { deleteConnectedMailbox, findConnectedMailbox, saveConnectedMailbox } from './save-mailbox.js'
import { testImap, testSmtp } from './test-connection.js'

/** They make the server connect to another one, so nobody may use them to guess passwords or to look for servers. */
const config = { limit: { per_ip: 60, subject: 30, by: byCaller } }

export function connectedMailboxRoutes(app: App) {
  const { platform } = app
  addRoutes(app, connectedMailboxesEndpoints, {
    async 'GET /api/inboxes/:id/connected_mailbox'({ account, params }) {
      return { data: await findConnectedMailbox(account, params.id) }
    },

    'PUT /api/inboxes/:id/connected_mailbox': {
      config,
      async handler({ account, params, body }) {
        return { data: await saveConnectedMailbox(platform, account, params.id, body.connected_mailbox) }
      },
    },

    async 'DELETE /api/inboxes/:id/connected_mailbox'({ account, params }, reply) {
      await deleteConnectedMailbox(account, params.id)
      return reply.code(204).send()
    },

    'POST /api/inboxes/:id/connected_mailbox/test_imap': {
      config,
      async handler({ account, params, body }) {
        return { data: await testImap(platform, account, params.id, body.imap) }
      },
    },

    'POST /api/inboxes/:id/connected_mailbox/test_smtp': {
      config,
      async handler({ account, params, body }) {
        return { data: await testSmtp(platform, account, params.id, body.smtp) }
      },
    },
  })
}
