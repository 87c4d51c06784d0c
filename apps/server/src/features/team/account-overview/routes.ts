import { accountOverviewEndpoints } from '@papercups/contract'
import { forbidden } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { confirmPassword } from '../../identity/passwords/confirm-password.js'
import { deleteAccount } from './delete-account.js'
import { getAccountDetails } from './queries.js'
import { saveAccount } from './save-account.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, accountOverviewEndpoints, {
    async 'GET /api/accounts/me'({ account }) {
      return { data: await getAccountDetails(platform, account) }
    },

    // The id in the path is ignored: this changes the caller's own account.
    async 'PUT /api/accounts/:any'({ account, body }) {
      await saveAccount(platform, account, body.account)
      return { data: await getAccountDetails(platform, account) }
    },

    'DELETE /api/accounts/:any': {
      config: { limit: { per_ip: 30, subject: 10, by: byCaller } },
      async handler({ account, user, body }, reply) {
        await confirmPassword(account, user.id, body.password)
        await deleteAccount(platform, account)
        return reply.code(204).send()
      },
    },

    async 'POST /api/accounts'() {
      throw forbidden('An account comes with its first user: register instead')
    },
  })
}
