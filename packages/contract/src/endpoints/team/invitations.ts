import { Type } from 'typebox'
import { ById, Data, InstantInput, Nothing, Omittable } from '../../scalars.js'
import { UserInvitation } from '../../users.js'
import { defineEndpoints } from '../../endpoint.js'

const Wanted = Type.Object({ max_uses: Omittable(Type.Integer({ minimum: 1, maximum: 1_000 })) })

export const invitationsEndpoints = defineEndpoints({
  'GET /api/user_invitations': {
    allow: 'admin',
    response: { 200: Data(Type.Array(UserInvitation)) },
  },

  'POST /api/user_invitations': {
    allow: 'admin',
    // Older clients send no body, and expect a link that works for everybody until it expires.
    body: Omittable(Type.Object({ user_invitation: Omittable(Wanted) })),
    response: { 201: Data(UserInvitation) },
  },

  'GET /api/user_invitations/:id': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(UserInvitation) },
  },

  'PUT /api/user_invitations/:id': {
    allow: 'admin',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ user_invitation: Type.Object({ expires_at: InstantInput }) }),
    response: { 200: Data(UserInvitation) },
  },

  'DELETE /api/user_invitations/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  'POST /api/user_invitation_emails': {
    allow: 'admin',
    body: Type.Object({ to_address: Omittable(Type.String({ maxLength: 320 })) }),
    response: { 201: Type.Object({}) },
  },
})
