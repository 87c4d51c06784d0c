import { forwardingAddressesEndpoints, issueEmailsEndpoints, messageEmailsEndpoints } from '@papercups/contract'
import { addRoutes } from '../../../platform/http/add-routes.js'
import type { App } from '../../../platform/http/app.js'
import { MESSAGE_BODY_BYTES } from '../../../platform/http/body-limits.js'
import { connectedMailboxRoutes } from './connected-mailbox/routes.js'
import { listConversationEmails } from './conversation-emails.js'
import { inboundRoutes } from './inbound-routes.js'
import { listIssuePeople } from './issue-emails/list-issue-people.js'
import { mailIssue } from './issue-emails/mail-issue.js'
import { mailgunRoutes } from './mailgun-routes.js'
import { getMessageEmail, openOriginal, retryMail } from './message-email.js'
import { replyRecipientsOf } from './recipients.js'
import { getSignature, saveSignature } from './signatures.js'
import { findSuppressed, liftSuppression } from './suppressed-emails.js'
import { unsubscribeRoutes } from './unsubscribe/routes.js'
import { writeEmail } from './write-email.js'
import {
  createForwardingAddress,
  deleteForwardingAddress,
  getForwardingAddress,
  listForwardingAddresses,
  updateForwardingAddress,
} from './forwarding-addresses.js'

export function routes(app: App) {
  const { platform } = app
  inboundRoutes(app)
  mailgunRoutes(app)
  connectedMailboxRoutes(app)
  unsubscribeRoutes(app)

  addRoutes(app, forwardingAddressesEndpoints, {
    async 'GET /api/forwarding_addresses'({ account, query }) {
      return { data: await listForwardingAddresses(account, query) }
    },

    async 'POST /api/forwarding_addresses'({ account, body }, reply) {
      const data = await createForwardingAddress(platform, account, body.forwarding_address)
      return reply.code(201).header('location', `/api/forwarding_addresses/${data.id}`).send({ data })
    },

    async 'GET /api/forwarding_addresses/:id'({ account, params }) {
      return { data: await getForwardingAddress(account, params.id) }
    },

    async 'PUT /api/forwarding_addresses/:id'({ account, params, body }) {
      return { data: await updateForwardingAddress(account, params.id, body.forwarding_address) }
    },

    async 'DELETE /api/forwarding_addresses/:id'({ account, params }, reply) {
      await deleteForwardingAddress(account, params.id)
      return reply.code(204).send()
    },
  })

  addRoutes(app, messageEmailsEndpoints, {
    'POST /api/emails': {
      bodyLimit: MESSAGE_BODY_BYTES,
      async handler({ account, user, body }, reply) {
        const data = await writeEmail(platform, account, user.id, body.email)
        return reply.code(201).header('location', `/api/conversations/${data.id}`).send({ data })
      },
    },

    async 'GET /api/conversations/:id/emails'({ account, params, query }) {
      return { data: await listConversationEmails(account, params.id, query.after) }
    },

    async 'GET /api/conversations/:id/reply_recipients'({ account, params }) {
      return { data: await replyRecipientsOf(account, platform, params.id) }
    },

    async 'GET /api/inboxes/:id/signature'({ account, user, params }) {
      return { data: await getSignature(account, params.id, user.id) }
    },

    async 'PUT /api/inboxes/:id/signature'({ account, user, params, body }) {
      return { data: await saveSignature(account, params.id, user.id, body.signature.body) }
    },

    async 'GET /api/messages/:id/email'({ account, params }) {
      return { data: await getMessageEmail(account, platform, params.id) }
    },

    async 'GET /api/messages/:id/email/original'({ account, params }, reply) {
      const { stream } = await openOriginal(account, platform, params.id)
      // Plain text under another name: no browser may show a stranger's mail as a page of ours.
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="mail.eml"',
      }
      return reply.headers(headers).send(stream)
    },

    async 'POST /api/outgoing_mails/:id/retry'({ account, params }) {
      return { data: await retryMail(account, params.id) }
    },

    async 'POST /api/suppressed_emails/find'({ account, body }) {
      return { data: await findSuppressed(account, platform, body.emails) }
    },

    async 'POST /api/suppressed_emails/lift'({ account, body }, reply) {
      await liftSuppression(account, platform, body.email)
      return reply.code(204).send()
    },
  })

  addRoutes(app, issueEmailsEndpoints, {
    async 'GET /api/issues/:id/emails'({ account, params }) {
      return { data: await listIssuePeople(account, platform, params.id) }
    },

    'POST /api/issues/:id/emails': {
      bodyLimit: MESSAGE_BODY_BYTES,
      async handler({ account, user, params, body }, reply) {
        await mailIssue(account, params.id, user.id, body.email)
        return reply.code(202).send({ data: await listIssuePeople(account, platform, params.id) })
      },
    },
  })
}
