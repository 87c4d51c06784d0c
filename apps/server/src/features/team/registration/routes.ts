import { registrationEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { deviceOf, namedEmail } from '../../identity/sessions/device.js'
import { register } from './register.js'

export function routes(app: App) {
  addRoutes(app, registrationEndpoints, {
    'POST /api/registration': {
      config: { limit: { address: 30, subject: 10, by: namedEmail } },
      async handler(request) {
        return { data: await register(app.platform, request.body.user, deviceOf(request)) }
      },
    },
  })
}
