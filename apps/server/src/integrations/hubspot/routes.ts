import { hubspotEndpoints } from '@papercups/contract'
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
import { createContact, findByEmail, findByFilters, listContacts } from './contacts.js'
import { hubspotService as hubspot } from './hubspot-service.js'

/** They make the server call HubSpot. */
const config = { limit: { per_ip: 240, subject: 120, by: byCaller } }

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, hubspotEndpoints, {
    async 'GET /api/hubspot/setup'() {
      return { data: { missing: missingSettings(hubspot, platform) } }
    },

    'POST /api/hubspot/oauth': {
      config,
      async handler({ account, user }) {
        return { data: { url: await startConnecting(hubspot, platform, account, user.id) } }
      },
    },

    'GET /api/hubspot/oauth': {
      config,
      async handler({ account, user, query }) {
        const { id } = await finishConnecting(hubspot, platform, account, user.id, query)
        return { data: { ok: true, id } }
      },
    },

    async 'GET /api/hubspot/authorization'({ account }) {
      const row = await findAccountConnection(hubspot, account)
      return { data: row ? toAccountAuthorization(row) : null }
    },

    async 'DELETE /api/hubspot/authorizations/:id'({ account, params }, reply) {
      await disconnect(hubspot, account, params.id)
      return reply.code(204).send()
    },

    'GET /api/hubspot/contacts': {
      config,
      async handler({ account, query: { email, filters } }) {
        const data = await callForUser(hubspot, platform, account, (context) => {
          if (email) return findByEmail(context, email)
          return filters ? findByFilters(context, filters) : listContacts(context)
        })
        return { data }
      },
    },

    'POST /api/hubspot/contacts': {
      config,
      async handler({ account, body }) {
        return { data: await callForUser(hubspot, platform, account, (context) => createContact(context, body)) }
      },
    },
  })
}
