import { mailboxEndpoints } from '@papercups/contract'
import { notFound } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'

export function routes(app: App) {
  const { config, mail } = app.platform

  /** It holds the team's password links, so on an install that serves real people it does not exist. */
  function openMailbox() {
    if (!config.is_development || !mail.mailbox) throw notFound()
    return mail.mailbox
  }

  addRoutes(app, mailboxEndpoints, {
    async 'GET /api/mailbox'({ account }) {
      return { data: await openMailbox().list(account.id) }
    },

    async 'GET /api/mailbox/:id'({ account, params }) {
      const found = await openMailbox().find(account.id, params.id)
      if (!found) throw notFound('Mail')
      const { account_id: _, ...mail } = found
      return { data: mail }
    },

    async 'DELETE /api/mailbox'({ account }, reply) {
      await openMailbox().empty(account.id)
      return reply.code(204).send()
    },
  })
}
