import { profileEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getUser } from '../users/queries.js'
import { saveProfile } from './save-profile.js'

export function routes(app: App) {
  addRoutes(app, profileEndpoints, {
    async 'GET /api/profile'({ account, user }) {
      return { data: await getUser(account, user.id) }
    },

    async 'PUT /api/profile'({ account, user, body }) {
      return { data: await saveProfile(account, user.id, body.user_profile) }
    },
  })
}
