import { Type } from 'typebox'
import { ById, Data, Nothing } from '../../scalars.js'
import { ActiveSession, Session, SignedIn } from '../../sessions.js'
import { Me } from '../../users.js'
import { defineEndpoints } from '../../endpoint.js'

const Credentials = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 320 })),
  password: Type.Optional(Type.String({ maxLength: 4096 })),
})

export const sessionsEndpoints = defineEndpoints({
  'POST /api/session': {
    allow: 'public',
    body: Type.Object({ user: Credentials }),
    response: { 200: Data(SignedIn) },
  },

  'POST /api/session/two_factor': {
    allow: 'public',
    body: Type.Object({
      two_factor_token: Type.String({ maxLength: 1_000 }),
      code: Type.String({ maxLength: 64 }),
    }),
    response: { 200: Data(Session) },
  },

  'POST /api/session/renew': {
    allow: 'public',
    response: { 200: Data(Session) },
  },

  'DELETE /api/session': {
    allow: 'public',
    response: { 200: Data(Type.Object({})) },
  },

  'GET /api/me': {
    allow: 'user',
    v1: { scope: 'messages' },
    response: { 200: Data(Me) },
  },

  'GET /api/sessions': {
    allow: 'user',
    response: { 200: Data(Type.Array(ActiveSession)) },
  },

  'DELETE /api/sessions': {
    allow: 'user',
    response: { 204: Nothing },
  },

  'DELETE /api/sessions/:id': {
    allow: 'user',
    params: ById,
    response: { 204: Nothing },
  },
})
