import { webhooksEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { getDelivery, listDeliveries, sendAgain, sendSince } from './delivery-log.js'
import { getSubscription, listSubscriptions } from './queries.js'
import { createSubscription, deleteSubscription, resumeSubscription, updateSubscription } from './save-subscription.js'
import { getSecret, rotateSecret } from './secrets.js'
import { sendTest } from './send-test.js'
import { verifyUrl } from './verify-url.js'

/** These make the server call a URL, so nobody may use them to flood a stranger. */
const config = { limit: { per_ip: 120, subject: 60, by: byCaller } }

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, webhooksEndpoints, {
    async 'GET /api/event_subscriptions'({ account }) {
      return { data: await listSubscriptions(account) }
    },

    'POST /api/event_subscriptions': {
      config,
      async handler({ account, body }, reply) {
        const data = await createSubscription(platform, account, body.event_subscription)
        return reply.code(201).header('location', `/api/event_subscriptions/${data.id}`).send({ data })
      },
    },

    'POST /api/event_subscriptions/verify': {
      config,
      async handler({ body }) {
        return { data: await verifyUrl(platform, body.url) }
      },
    },

    async 'GET /api/event_subscriptions/:id'({ account, params }) {
      return { data: await getSubscription(account, params.id) }
    },

    'PUT /api/event_subscriptions/:id': {
      config,
      async handler({ account, params, body }) {
        return { data: await updateSubscription(platform, account, params.id, body.event_subscription) }
      },
    },

    async 'DELETE /api/event_subscriptions/:id'({ account, params }, reply) {
      await deleteSubscription(account, params.id)
      return reply.code(204).send()
    },

    async 'GET /api/event_subscriptions/:id/secret'({ account, params }) {
      return { data: await getSecret(platform, account, params.id) }
    },

    async 'POST /api/event_subscriptions/:id/rotate_secret'({ account, params, body }) {
      return { data: await rotateSecret(platform, account, params.id, body.keep_previous ?? true) }
    },

    async 'POST /api/event_subscriptions/:id/resume'({ account, params }) {
      return { data: await resumeSubscription(account, params.id) }
    },

    'POST /api/event_subscriptions/:id/test': {
      config,
      async handler({ account, params, body }, reply) {
        return reply.code(202).send({ data: await sendTest(account, params.id, body.event) })
      },
    },

    'POST /api/event_subscriptions/:id/send_since': {
      config,
      async handler({ account, params, body }, reply) {
        return reply.code(202).send({ data: { count: await sendSince(account, params.id, body.since) } })
      },
    },

    async 'GET /api/event_subscriptions/:id/deliveries'({ account, params, query }) {
      return listDeliveries(account, params.id, query)
    },

    async 'GET /api/event_subscriptions/:id/deliveries/:delivery_id'({ account, params }) {
      return { data: await getDelivery(account, params.id, params.delivery_id) }
    },

    'POST /api/event_subscriptions/:id/deliveries/:delivery_id/send_again': {
      config,
      async handler({ account, params }, reply) {
        return reply.code(202).send({ data: await sendAgain(account, params.id, params.delivery_id) })
      },
    },
  })
}
