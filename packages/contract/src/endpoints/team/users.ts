import { Type } from 'typebox'
import { Data, Omittable, UserId } from '../../scalars.js'
import { Role, User } from '../../users.js'
import { Ok } from '../../sessions.js'
import { defineEndpoints } from '../../endpoint.js'

const ById = Type.Object({ id: UserId })

const flag = Omittable(Type.Boolean())

export const usersEndpoints = defineEndpoints({
  'GET /api/users': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object({
      email: Omittable(Type.String({ maxLength: 320 })),
      role: Omittable(Role),
      has_valid_email: flag,
      active: flag,
    }),
    response: { 200: Data(Type.Array(User)) },
  },

  'GET /api/users/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 200: Data(User) },
  },

  'DELETE /api/users/:id': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Ok) },
  },

  'POST /api/users/:id/disable': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(User) },
  },

  'POST /api/users/:id/enable': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(User) },
  },

  'POST /api/users/:id/archive': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(User) },
  },

  'POST /api/users/:id/restore': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(User) },
  },

  'PUT /api/users/:id/role': {
    allow: 'admin',
    params: ById,
    body: Type.Object({ role: Type.Optional(Type.Unknown()) }),
    response: { 200: Data(User) },
  },
})
