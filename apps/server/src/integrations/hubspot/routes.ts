import { hubspotEndpoints } from '@papercups/contract'
import { connectionHandlers } from '../../features/channels/account-services/connection-handlers.js'
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
  const connection = connectionHandlers(hubspot, platform)

  addRoutes(app, hubspotEndpoints, {
    'GET /api/hubspot/setup': connection.setup,
    'POST /api/hubspot/oauth': { config, handler: connection.start },
    'GET /api/hubspot/oauth': { config, handler: connection.finish },
    'GET /api/hubspot/authorization': connection.authorization,
    'DELETE /api/hubspot/authorizations/:id': connection.disconnect,

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
