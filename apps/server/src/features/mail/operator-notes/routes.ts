import { operatorNotesEndpoints } from '@papercups/contract'
import { addRoutes } from '../../../platform/http/add-routes.js'
import type { App } from '../../../platform/http/app.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { mailOperator } from './mail-operator.js'

export function routes(app: App) {
  const { platform } = app
  addRoutes(app, operatorNotesEndpoints, {
    'POST /api/admin/notifications': {
      config: { limit: { per_ip: 60, subject: 10, by: byCaller } },
      async handler({ account, user, body }) {
        return { data: await mailOperator(platform, account, user, body) }
      },
    },
  })
}
