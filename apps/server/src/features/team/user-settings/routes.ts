import { userSettingsEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getUserSettings, saveUserSettings } from './user-settings.js'

export function routes(app: App) {
  addRoutes(app, userSettingsEndpoints, {
    async 'GET /api/user_settings'({ account, user }) {
      return { data: await getUserSettings(account, user.id) }
    },

    async 'PUT /api/user_settings'({ account, user, body }) {
      return { data: await saveUserSettings(account, user.id, body.user_settings) }
    },
  })
}
