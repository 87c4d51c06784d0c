import { Data, Nullable, Ok, Role, User, UserId } from '@papercups/contract'
import { Type } from 'typebox'
import { badRequest, forbidden } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { archiveUser, changeRole, disableUser, enableUser, restoreUser } from './change-user.js'
import { deleteSelf } from './delete-self.js'
import { getUser, listUsers } from './queries.js'

const ById = Type.Object({ id: UserId })
const flag = Type.Optional(Nullable(Type.Boolean()))

export function routes(app: App) {
  const { platform } = app

  app.get('/api/users', {
    config: { allow: 'user' },
    schema: {
      querystring: Type.Object({
        email: Type.Optional(Nullable(Type.String({ maxLength: 320 }))),
        role: Type.Optional(Nullable(Role)),
        has_valid_email: flag,
        active: flag,
      }),
      response: { 200: Data(Type.Array(User)) },
    },
    async handler({ account, query }) {
      return { data: await listUsers(account, query) }
    },
  })

  app.get('/api/users/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(User) } },
    async handler({ account, params }) {
      return { data: await getUser(account, params.id) }
    },
  })

  app.delete('/api/users/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Ok) } },
    async handler({ account, user, params }) {
      if (params.id !== user.id) throw forbidden('You cannot delete another user.')
      await deleteSelf(account, user)
      await platform.settleChange(`user:${user.id}`)
      return { data: { ok: true } }
    },
  })

  app.post('/api/users/:id/disable', {
    config: { allow: 'admin' },
    schema: { params: ById, response: { 200: Data(User) } },
    async handler({ account, user, params }) {
      if (params.id === user.id) throw badRequest('You cannot disable yourself.')
      return { data: await disableUser(platform, account, user, params.id) }
    },
  })

  app.post('/api/users/:id/enable', {
    config: { allow: 'admin' },
    schema: { params: ById, response: { 200: Data(User) } },
    async handler({ account, user, params }) {
      if (params.id === user.id) throw badRequest('You cannot enable yourself.')
      return { data: await enableUser(platform, account, user, params.id) }
    },
  })

  app.post('/api/users/:id/archive', {
    config: { allow: 'admin' },
    schema: { params: ById, response: { 200: Data(User) } },
    async handler({ account, user, params }) {
      if (params.id === user.id) throw forbidden('You cannot archive yourself.')
      return { data: await archiveUser(platform, account, user, params.id) }
    },
  })

  app.post('/api/users/:id/restore', {
    config: { allow: 'admin' },
    schema: { params: ById, response: { 200: Data(User) } },
    async handler({ account, user, params }) {
      return { data: await restoreUser(platform, account, user, params.id) }
    },
  })

  app.put('/api/users/:id/role', {
    config: { allow: 'admin' },
    schema: {
      params: ById,
      body: Type.Object({ role: Type.Optional(Type.Unknown()) }),
      response: { 200: Data(User) },
    },
    async handler({ account, user, params, body: { role } }) {
      if (role !== 'user' && role !== 'admin') throw badRequest("Role must be either 'user' or 'admin'")
      if (params.id === user.id) throw badRequest('You cannot change your own role.')
      return { data: await changeRole(platform, account, user, params.id, role) }
    },
  })
}
