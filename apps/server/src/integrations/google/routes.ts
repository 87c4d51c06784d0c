import { googleEndpoints } from '@papercups/contract'
import { badRequest } from '../../platform/errors.js'
import { addRoutes } from '../../platform/http/add-routes.js'
import type { App } from '../../platform/http/app.js'

export function routes(app: App) {
  addRoutes(app, googleEndpoints, {
    // Google sends people back with a code. The server cannot redeem it yet, and says so.
    async 'GET /api/google/oauth'() {
      throw badRequest('Google is not set up on this server.')
    },
  })
}
