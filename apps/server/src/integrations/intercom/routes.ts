import { intercomEndpoints } from '@papercups/contract'
import { connectionHandlers } from '../../features/channels/account-services/connection-handlers.js'
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
  const connection = connectionHandlers(intercom, platform)

  addRoutes(app, intercomEndpoints, {
    'GET /api/intercom/setup': connection.setup,
    'POST /api/intercom/oauth': { config, handler: connection.start },
    'GET /api/intercom/callback': { config, handler: connection.finish },
    'GET /api/intercom/authorization': connection.authorization,
    'DELETE /api/intercom/authorizations/:id': connection.disconnect,

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
