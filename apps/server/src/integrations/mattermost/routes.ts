import { mattermostEndpoints } from '@papercups/contract'
import { explainErrors } from '../../features/channels/chat-services/call-service.js'
import { deleteConnection, findConnection, getConnection } from '../../features/channels/chat-services/connections.js'
import { addRoutes } from '../../platform/http/add-routes.js'
import type { App } from '../../platform/http/app.js'
import { byCaller } from '../../platform/http/rate-limit.js'
import { listChannels, postTest } from './channels.js'
import { readMattermostAccount, saveMattermost } from './connect.js'
import { inboundRoutes } from './inbound-routes.js'
import { toMattermostAuthorization } from './present.js'

/** They make the server call a URL. */
const config = { limit: { per_ip: 120, subject: 60, by: byCaller } }

export function routes(app: App) {
  const { platform } = app
  inboundRoutes(app)

  addRoutes(app, mattermostEndpoints, {
    async 'POST /api/mattermost/auth'({ account, user, body }) {
      const { id } = await saveMattermost(platform, account, user.id, body.authorization)
      return { data: { ok: true, id } }
    },

    async 'GET /api/mattermost/authorization'({ account, query }) {
      const row = await findConnection(account, 'mattermost', { kind: 'reply', ...query })
      return { data: row ? toMattermostAuthorization(platform, account, row) : null }
    },

    'GET /api/mattermost/channels': {
      config,
      async handler({ account, query }) {
        const access = await readMattermostAccount(platform, account, query)
        return { data: await explainErrors('Mattermost', listChannels(platform, access)) }
      },
    },

    'POST /api/mattermost/test': {
      config,
      async handler({ account, body: { authorization } }) {
        const access = await readMattermostAccount(platform, account, authorization)
        await explainErrors('Mattermost', postTest(platform, access, authorization.channel_id))
        return { data: { ok: true } }
      },
    },

    async 'DELETE /api/mattermost/authorizations/:id'({ account, params }, reply) {
      const { id } = await getConnection(account, 'mattermost', params.id)
      await deleteConnection(account, id)
      return reply.code(204).send()
    },
  })
}
