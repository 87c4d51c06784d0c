import { AccountChanges, AccountDetails, Data, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import { forbidden } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { confirmPassword } from '../../identity/passwords/confirm-password.js'
import { deleteAccount } from './delete-account.js'
import { getAccountDetails } from './queries.js'
import { saveAccount } from './save-account.js'

export function routes(app: App) {
  const { platform } = app

  app.get('/api/accounts/me', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(AccountDetails) } },
    async handler({ account }) {
      return { data: await getAccountDetails(platform, account) }
    },
  })

  // Whatever stands in the path, it is the caller's own account that changes.
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/accounts/:any',
    config: { allow: 'admin' },
    schema: { body: Type.Object({ account: AccountChanges }), response: { 200: Data(AccountDetails) } },
    async handler({ account, body }) {
      await saveAccount(platform, account, body.account)
      return { data: await getAccountDetails(platform, account) }
    },
  })

  app.delete('/api/accounts/:any', {
    config: { allow: 'admin', limit: { address: 30, subject: 10, by: byCaller } },
    schema: { body: Type.Object({ password: Type.String({ maxLength: 4096 }) }), response: { 204: Nothing } },
    async handler({ account, user, body }, reply) {
      await confirmPassword(account, user.id, body.password)
      await deleteAccount(platform, account)
      return reply.code(204).send()
    },
  })

  app.post('/api/accounts', {
    config: { allow: 'public' },
    schema: { response: { 201: Nothing } },
    async handler() {
      throw forbidden('An account comes with its first user: register instead')
    },
  })
}
