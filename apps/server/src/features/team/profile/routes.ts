import { Data, ProfileChanges, User } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getUser } from '../users/queries.js'
import { saveProfile } from './save-profile.js'

export function routes(app: App) {
  app.get('/api/profile', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(User) } },
    async handler({ account, user }) {
      return { data: await getUser(account, user.id) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/profile',
    config: { allow: 'user' },
    schema: { body: Type.Object({ user_profile: ProfileChanges }), response: { 200: Data(User) } },
    async handler({ account, user, body }) {
      return { data: await saveProfile(account, user.id, body.user_profile) }
    },
  })
}
