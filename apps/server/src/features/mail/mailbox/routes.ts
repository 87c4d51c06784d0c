import { Data, Mail, MailSummary, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import { notFound } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'

export function routes(app: App) {
  const { config, mail } = app.platform

  /** It holds the team's password links, so on an install that serves real people it does not exist. */
  function openMailbox() {
    if (!config.is_development || !mail.mailbox) throw notFound()
    return mail.mailbox
  }

  app.get('/api/mailbox', {
    config: { allow: 'admin' },
    schema: { response: { 200: Data(Type.Array(MailSummary)) } },
    async handler({ account }) {
      return { data: await openMailbox().list(account.id) }
    },
  })

  app.get('/api/mailbox/:id', {
    config: { allow: 'admin' },
    schema: { params: Type.Object({ id: Type.String() }), response: { 200: Data(Mail) } },
    async handler({ account, params }) {
      const found = await openMailbox().find(account.id, params.id)
      if (!found) throw notFound('Mail')
      const { account_id: _, ...mail } = found
      return { data: mail }
    },
  })

  app.delete('/api/mailbox', {
    config: { allow: 'admin' },
    schema: { response: { 204: Nothing } },
    async handler({ account }, reply) {
      await openMailbox().empty(account.id)
      return reply.code(204).send()
    },
  })
}
