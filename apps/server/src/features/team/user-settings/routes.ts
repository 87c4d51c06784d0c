import { Data, UserSettings, UserSettingsChanges } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getUserSettings, saveUserSettings } from './user-settings.js'

export function routes(app: App) {
  app.get('/api/user_settings', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(UserSettings) } },
    async handler({ account, user }) {
      return { data: await getUserSettings(account, user.id) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/user_settings',
    config: { allow: 'user' },
    schema: { body: Type.Object({ user_settings: UserSettingsChanges }), response: { 200: Data(UserSettings) } },
    async handler({ account, user, body }) {
      return { data: await saveUserSettings(account, user.id, body.user_settings) }
    },
  })
}
