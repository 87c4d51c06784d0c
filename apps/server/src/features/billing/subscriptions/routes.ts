import { billingEndpoints } from '@papercups/contract'
import { addRoutes } from '../../../platform/http/add-routes.js'
import type { App } from '../../../platform/http/app.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { getBillingInfo, getPaymentMethod, listInvoices } from './billing-info.js'
import { changePlan } from './change-plan.js'
import { cancelLater, cancelNow } from './end-subscription.js'
import { previewPlan } from './preview-plan.js'
import { findBilling, toProblem } from './queries.js'
import { createSetupIntent, saveCard } from './save-card.js'
import { webhookRoute } from './webhook.js'

/** Stripe limits the calls of the whole install, so nobody may use them up. A stolen card is not tested here either. */
const config = { limit: { per_ip: 60, subject: 30, by: byCaller } }
const done = { data: { ok: true as const } }

export function routes(app: App) {
  const { platform } = app
  webhookRoute(app)

  addRoutes(app, billingEndpoints, {
    'GET /api/billing': {
      config: { limit: { per_ip: 240, subject: 120, by: byCaller } },
      async handler({ account }) {
        return { data: await getBillingInfo(platform, account) }
      },
    },

    'POST /api/billing': {
      config,
      async handler({ account, body }) {
        return { data: { ok: true, ...(await changePlan(platform, account, body.plan)) } }
      },
    },

    'PUT /api/billing': {
      config,
      async handler({ account, body }) {
        return { data: { ok: true, ...(await changePlan(platform, account, body.plan)) } }
      },
    },

    'DELETE /api/billing': {
      config,
      async handler({ account }) {
        await cancelNow(platform, account)
        return done
      },
    },

    'POST /api/billing/cancel': {
      config,
      async handler({ account }) {
        await cancelLater(platform, account, true)
        return done
      },
    },

    'POST /api/billing/resume': {
      config,
      async handler({ account }) {
        await cancelLater(platform, account, false)
        return done
      },
    },

    'POST /api/billing/preview': {
      config,
      async handler({ account, body }) {
        return { data: await previewPlan(platform, account, body.plan) }
      },
    },

    'GET /api/billing/invoices': {
      config,
      async handler({ account }) {
        return { data: await listInvoices(platform, account) }
      },
    },

    async 'GET /api/billing/problem'({ account }) {
      const { billing_enabled } = platform.config.flags
      return { data: billing_enabled ? toProblem(platform, await findBilling(account)) : null }
    },

    'POST /api/billing/setup_intent': {
      config,
      async handler({ account, user }) {
        return { data: await createSetupIntent(platform, account, user.email) }
      },
    },

    'GET /api/payment_methods': {
      config,
      async handler({ account }) {
        return { data: await getPaymentMethod(platform, account) }
      },
    },

    'POST /api/payment_methods': {
      config,
      async handler({ account, user, body }) {
        return { data: await saveCard(platform, account, user.email, body.payment_method.id) }
      },
    },
  })
}
