import { intercomEndpoints } from '@papercups/contract'
import {
  disconnect,
  findAccountConnection,
  finishConnecting,
  missingSettings,
  startConnecting,
  toAccountAuthorization,
} from '../../features/channels/account-services/connect.js'
import { callForUser } from '../../features/channels/account-services/use-connection.js'
import { addRoutes } from '../../platform/http/add-routes.js'
import type { App } from '../../platform/http/app.js'
import { byCaller } from '../../platform/http/rate-limit.js'
import { createContact, findByEmail, findByQuery, listContacts } from './contacts.js'
import { getImport, listImports } from './import/import-state.js'
import { resumeImport, startImport, stopImport } from './import/start-import.js'
import { intercomService as intercom } from './intercom-service.js'

/** They make the server call Intercom. */
const config = { limit: { per_ip: 240, subject: 120, by: byCaller } }

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, intercomEndpoints, {
    async 'GET /api/intercom/setup'() {
      return { data: { missing: missingSettings(intercom, platform) } }
    },

    'POST /api/intercom/oauth': {
      config,
      async handler({ account, user }) {
        return { data: { url: await startConnecting(intercom, platform, account, user.id) } }
      },
    },

    'GET /api/intercom/callback': {
      config,
      async handler({ account, user, query }) {
        const { id } = await finishConnecting(intercom, platform, account, user.id, query)
        return { data: { ok: true, id } }
      },
    },

    async 'GET /api/intercom/authorization'({ account }) {
      const row = await findAccountConnection(intercom, account)
      return { data: row ? toAccountAuthorization(row) : null }
    },

    async 'DELETE /api/intercom/authorizations/:id'({ account, params }, reply) {
      await disconnect(intercom, account, params.id)
      return reply.code(204).send()
    },

    'GET /api/intercom/contacts': {
      config,
      async handler({ account, query: { email, query } }) {
        const data = await callForUser(intercom, platform, account, (context) => {
          if (email) return findByEmail(context, email)
          return query ? findByQuery(context, query) : listContacts(context)
        })
        return { data }
      },
    },

    'POST /api/intercom/contacts': {
      config,
      async handler({ account, body }) {
        return { data: await callForUser(intercom, platform, account, (context) => createContact(context, body)) }
      },
    },

    async 'GET /api/intercom/imports'({ account }) {
      return { data: await listImports(account) }
    },

    async 'POST /api/intercom/imports'({ account, user }, reply) {
      return reply.code(202).send({ data: await startImport(account, platform, user.id) })
    },

    async 'GET /api/intercom/imports/:id'({ account, params }) {
      return { data: await getImport(account, params.id) }
    },

    async 'POST /api/intercom/imports/:id/stop'({ account, params }) {
      return { data: await stopImport(account, params.id) }
    },

    async 'POST /api/intercom/imports/:id/resume'({ account, params }, reply) {
      return reply.code(202).send({ data: await resumeImport(account, platform, params.id) })
    },
  })
}
