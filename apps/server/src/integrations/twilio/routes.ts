import { twilioEndpoints } from '@papercups/contract'
import { deleteConnection, findConnection, getConnection } from '../../features/channels/chat-services/connections.js'
import { addRoutes } from '../../platform/http/add-routes.js'
import type { App } from '../../platform/http/app.js'
import { byCaller } from '../../platform/http/rate-limit.js'
import { saveTwilio } from './connect.js'
import { inboundRoutes } from './inbound-routes.js'
import { toTwilioAuthorization } from './present.js'
import { sendNow, startSms } from './start-sms.js'

/** They call Twilio, and SMS cost money. */
const config = { limit: { per_ip: 120, subject: 60, by: byCaller } }

export function routes(app: App) {
  const { platform } = app
  inboundRoutes(app)

  addRoutes(app, twilioEndpoints, {
    'POST /api/twilio/auth': {
      config,
      async handler({ account, user, body }) {
        return { data: await saveTwilio(platform, account, user.id, body.authorization) }
      },
    },

    async 'GET /api/twilio/authorization'({ account, query }) {
      const row = await findConnection(account, 'twilio', query)
      return { data: row ? toTwilioAuthorization(platform, account, row) : null }
    },

    async 'DELETE /api/twilio/authorizations/:id'({ account, params }, reply) {
      const { id } = await getConnection(account, 'twilio', params.id)
      await deleteConnection(account, id)
      return reply.code(204).send()
    },

    'POST /api/twilio/send': {
      config,
      async handler({ account, user, body }) {
        return { data: { ...(await sendNow(platform, account, user.id, body)) } }
      },
    },

    'POST /api/twilio/conversations': {
      config,
      async handler({ account, user, body }, reply) {
        return reply.code(201).send({ data: await startSms(platform, account, user.id, body) })
      },
    },
  })
}
