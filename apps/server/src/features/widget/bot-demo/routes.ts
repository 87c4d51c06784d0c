import { BotAnswer, BotQuestion, Data } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { findAnswer } from './find-answer.js'

export function routes(app: App) {
  /** Nothing is kept: the pairs come along with each question, and no account is touched. */
  app.post('/api/bot_demo/answers', {
    config: { allow: 'public', limit: { address: 120, subject: 120 } },
    schema: { body: BotQuestion, response: { 200: Data(BotAnswer) } },
    async handler({ body }) {
      const faq = findAnswer(body.message, body.faqs)
      return { data: { question: faq?.q ?? null, answer: faq?.a ?? null } }
    },
  })
}
