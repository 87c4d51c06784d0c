import { discordEndpoints } from '@papercups/contract'
import { explainErrors } from '../../features/channels/chat-services/call-service.js'
import { deleteConnection, findConnection, getConnection } from '../../features/channels/chat-services/connections.js'
import { addRoutes } from '../../platform/http/add-routes.js'
import type { App } from '../../platform/http/app.js'
import { byCaller } from '../../platform/http/rate-limit.js'
import { postTest, readBot } from './bot.js'
import { readAccess, saveDiscord } from './connect.js'
import { toDiscordAuthorization } from './present.js'

/** They make the server call Discord. */
const config = { limit: { per_ip: 120, subject: 60, by: byCaller } }

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, discordEndpoints, {
    'POST /api/discord/auth': {
      config,
      async handler({ account, user, body }) {
        const { id } = await saveDiscord(platform, account, user.id, body.authorization)
        return { data: { ok: true, id } }
      },
    },

    async 'GET /api/discord/authorization'({ account, query }) {
      const row = await findConnection(account, 'discord', { kind: 'reply', ...query })
      return { data: row ? toDiscordAuthorization(row) : null }
    },

    'POST /api/discord/bot': {
      config,
      async handler({ account, body }) {
        const access = await readAccess(platform, account, body.authorization)
        return { data: await explainErrors('Discord', readBot(access)) }
      },
    },

    'POST /api/discord/test': {
      config,
      async handler({ account, body: { authorization } }) {
        const access = await readAccess(platform, account, authorization)
        await explainErrors('Discord', postTest(access, authorization.channel_id))
        return { data: { ok: true } }
      },
    },

    async 'DELETE /api/discord/authorizations/:id'({ account, params }, reply) {
      const { id } = await getConnection(account, 'discord', params.id)
      await deleteConnection(account, id)
      return reply.code(204).send()
    },
  })
}
