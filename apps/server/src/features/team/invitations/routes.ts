import { invitationsEndpoints } from '@papercups/contract'
import { invalid } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { createInvitation, inviteByMail } from './invite.js'
import { deleteInvitation, getInvitation, listInvitations, updateInvitation } from './queries.js'

/** An invitation is an open door, so it does not stay open for years. */
const LONGEST_MS = 366 * 24 * 3_600_000

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, invitationsEndpoints, {
    async 'GET /api/user_invitations'({ account }) {
      return { data: await listInvitations(account) }
    },

    'POST /api/user_invitations': {
      config: { limit: { per_ip: 120, subject: 30, by: byCaller } },
      async handler({ account, user, body }, reply) {
        const data = await createInvitation(platform, account, user.id, body?.user_invitation?.max_uses ?? null)
        return reply.code(201).header('location', `/api/user_invitations/${data.id}`).send({ data })
      },
    },

    async 'GET /api/user_invitations/:id'({ account, params }) {
      return { data: await getInvitation(account, params.id) }
    },

    async 'PUT /api/user_invitations/:id'({ account, params, body }) {
      const expires_at = new Date(body.user_invitation.expires_at)
      if (expires_at.getTime() > Date.now() + LONGEST_MS) throw invalid({ expires_at: ['is invalid'] })
      return { data: await updateInvitation(account, params.id, expires_at) }
    },

    async 'DELETE /api/user_invitations/:id'({ account, params }, reply) {
      await deleteInvitation(account, params.id)
      return reply.code(204).send()
    },

    'POST /api/user_invitation_emails': {
      config: { limit: { per_ip: 60, subject: 10, by: byCaller } },
      async handler({ account, user, body }, reply) {
        await inviteByMail(platform, account, user.id, body.to_address ?? '')
        return reply.code(201).send({})
      },
    },
  })
}
