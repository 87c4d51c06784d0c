import { usersEndpoints } from '@papercups/contract'
import { badRequest, forbidden } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { archiveUser, changeRole, disableUser, enableUser, restoreUser } from './change-user.js'
import { deleteSelf } from './delete-self.js'
import { getUser, listUsers } from './queries.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, usersEndpoints, {
    async 'GET /api/users'({ account, query }) {
      return { data: await listUsers(account, query) }
    },

    async 'GET /api/users/:id'({ account, params }) {
      return { data: await getUser(account, params.id) }
    },

    async 'DELETE /api/users/:id'({ account, user, params }) {
      if (params.id !== user.id) throw forbidden('You cannot delete another user.')
      await deleteSelf(account, user)
      await platform.settleChange(`user:${user.id}`)
      return { data: { ok: true } }
    },

    async 'POST /api/users/:id/disable'({ account, user, params }) {
      if (params.id === user.id) throw badRequest('You cannot disable yourself.')
      return { data: await disableUser(platform, account, user, params.id) }
    },

    async 'POST /api/users/:id/enable'({ account, user, params }) {
      if (params.id === user.id) throw badRequest('You cannot enable yourself.')
      return { data: await enableUser(platform, account, user, params.id) }
    },

    async 'POST /api/users/:id/archive'({ account, user, params }) {
      if (params.id === user.id) throw forbidden('You cannot archive yourself.')
      return { data: await archiveUser(platform, account, user, params.id) }
    },

    async 'POST /api/users/:id/restore'({ account, user, params }) {
      return { data: await restoreUser(platform, account, user, params.id) }
    },

    async 'PUT /api/users/:id/role'({ account, user, params, body: { role } }) {
      if (role !== 'user' && role !== 'admin') throw badRequest("Role must be either 'user' or 'admin'")
      if (params.id === user.id) throw badRequest('You cannot change your own role.')
      return { data: await changeRole(platform, account, user, params.id, role) }
    },
  })
}
