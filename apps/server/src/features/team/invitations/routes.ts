import { Data, InstantInput, Nullable, UserInvitation, Uuid, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import { invalid } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { createInvitation, inviteByMail } from './invite.js'
import { deleteInvitation, getInvitation, listInvitations, updateInvitation } from './queries.js'

const ById = Type.Object({ id: Uuid })
const Wanted = Type.Object({ max_uses: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000 }))) })
/** An invitation is an open door, so it does not stay open for years. */
const LONGEST_MS = 366 * 24 * 3_600_000

export function routes(app: App) {
  const { platform } = app

  app.get('/api/user_invitations', {
    config: { allow: 'admin' },
    schema: { response: { 200: Data(Type.Array(UserInvitation)) } },
    async handler({ account }) {
      return { data: await listInvitations(account) }
    },
  })

  app.post('/api/user_invitations', {
    config: { allow: 'admin', limit: { address: 120, subject: 30, by: byCaller } },
    schema: {
      // Older clients send no body, and expect a link that works for everybody until it expires.
      body: Type.Optional(Nullable(Type.Object({ user_invitation: Type.Optional(Nullable(Wanted)) }))),
      response: { 201: Data(UserInvitation) },
    },
    async handler({ account, user, body }, reply) {
      const data = await createInvitation(platform, account, user.id, body?.user_invitation?.max_uses ?? null)
      return reply.code(201).header('location', `/api/user_invitations/${data.id}`).send({ data })
    },
  })

  app.get('/api/user_invitations/:id', {
    config: { allow: 'admin' },
    schema: { params: ById, response: { 200: Data(UserInvitation) } },
    async handler({ account, params }) {
      return { data: await getInvitation(account, params.id) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/user_invitations/:id',
    config: { allow: 'admin' },
    schema: {
      params: ById,
      body: Type.Object({ user_invitation: Type.Object({ expires_at: InstantInput }) }),
      response: { 200: Data(UserInvitation) },
    },
    async handler({ account, params, body }) {
      const expires_at = new Date(body.user_invitation.expires_at)
      if (expires_at.getTime() > Date.now() + LONGEST_MS) throw invalid({ expires_at: ['is invalid'] })
      return { data: await updateInvitation(account, params.id, expires_at) }
    },
  })

  app.delete('/api/user_invitations/:id', {
    config: { allow: 'admin' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, params }, reply) {
      await deleteInvitation(account, params.id)
      return reply.code(204).send()
    },
  })

  app.post('/api/user_invitation_emails', {
    config: { allow: 'admin', limit: { address: 60, subject: 10, by: byCaller } },
    schema: {
      body: Type.Object({ to_address: Type.Optional(Nullable(Type.String({ maxLength: 320 }))) }),
      response: { 201: Type.Object({}) },
    },
    async handler({ account, user, body }, reply) {
      await inviteByMail(platform, account, user.id, body.to_address ?? '')
      return reply.code(201).send({})
    },
  })
}
