import { botDemoEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { findAnswer } from './find-answer.js'

export function routes(app: App) {
  addRoutes(app, botDemoEndpoints, {
    /** Nothing is kept: the pairs come along with each question, and no account is touched. */
    'POST /api/bot_demo/answers': {
      config: { limit: { per_ip: 120, subject: 120 } },
      async handler({ body }) {
        const faq = findAnswer(body.message, body.faqs)
        return { data: { question: faq?.q ?? null, answer: faq?.a ?? null } }
      },
    },
  })
}
