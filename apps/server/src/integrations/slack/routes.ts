import { slackEndpoints } from '@papercups/contract'
import { findConnection, getConnection, listConnections } from '../../features/channels/chat-services/connections.js'
import { keepNoAnswer } from '../../features/developers/idempotency/repeat-answers.js'
import { addRoutes } from '../../platform/http/add-routes.js'
import type { App } from '../../platform/http/app.js'
import { byCaller } from '../../platform/http/rate-limit.js'
import { disconnect, listChannels } from './channels.js'
import { inboundRoutes } from './inbound-routes.js'
import { notify } from './notify.js'
import { finishSlack, startSlack } from './oauth.js'
import { settingsOf, toSlackAuthorization } from './present.js'
import { missingSettings } from './settings.js'
import { listSlackThreads } from './threads.js'

/** They make the server call Slack. */
const config = { limit: { per_ip: 120, subject: 60, by: byCaller } }

export function routes(app: App) {
  const { platform } = app
  inboundRoutes(app)

  addRoutes(app, slackEndpoints, {
    async 'GET /api/slack/setup'() {
      return { data: { missing: missingSettings(platform) } }
    },

    'POST /api/slack/oauth': {
      config,
      async handler({ account, user, body }) {
        const { type: kind = 'reply', inbox_id = null } = body
        return { data: { url: await startSlack(platform, account, user.id, { kind, inbox_id }) } }
      },
    },

    'GET /api/slack/oauth': {
      config,
      async handler({ account, user, query }) {
        await finishSlack(platform, account, user.id, query)
        return { data: { ok: true as const } }
      },
    },

    async 'GET /api/slack/authorization'({ account, query }) {
      const { type: kind = 'reply', ...filters } = query
      const row = await findConnection(account, 'slack', { kind, ...filters })
      return { data: row ? toSlackAuthorization(row) : null }
    },

    async 'GET /api/slack/authorizations'({ account, query }) {
      const { type: kind = 'support', ...filters } = query
      return { data: (await listConnections(account, 'slack', { kind, ...filters })).map(toSlackAuthorization) }
    },

    async 'POST /api/slack/authorizations/:id/settings'({ account, params, body }) {
      await getConnection(account, 'slack', params.id)
      const settings = JSON.stringify(settingsOf(body.settings))
      const saved = account.update('connected_services').set({ settings, updated_at: new Date() })
      const row = await saved.where('id', '=', params.id).returningAll().executeTakeFirstOrThrow()
      return { data: toSlackAuthorization(row) }
    },

    async 'DELETE /api/slack/authorizations/:id'({ account, params }, reply) {
      await disconnect(platform, account, params.id)
      return reply.code(204).send()
    },

    'GET /api/slack/channels': {
      config,
      async handler({ account, query }) {
        return { data: await listChannels(platform, account, query.authorization_id) }
      },
    },

    'POST /api/slack/notify': {
      config,
      async handler({ account, body }, reply) {
        const data = await notify(platform, account, body)
        if (!data) keepNoAnswer(reply.request)
        return { data }
      },
    },

    async 'GET /api/slack_conversation_threads'({ account, query }) {
      return { data: await listSlackThreads(platform, account, query.conversation_id) }
    },
  })
}
