import { NewRating, Omittable, Score } from '@papercups/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { HttpError, notFound } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { html } from '../../../platform/http/html.js'
import { fill } from '../../account/accounts/language.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { findLinkedRating } from '../../inbox/ratings/queries.js'
import { rateConversation } from '../../inbox/ratings/rate-conversation.js'
import { brandOf } from '../../mail/mails/brand.js'
import { TEXTS } from '../../mail/mails/language.js'
import { drawPage } from '../chat-page/page.js'
import { drawRatingForm } from '../chat-page/rating-form.js'
import { sendPage, showError, speechOf } from '../chat-page/send-page.js'
import { readRatingToken } from './rating-url.js'

const params = Type.Object({ token: Type.String() })
const config = { allow: 'public', page: true, limit: { per_ip: 120, subject: 1_200 } } as const

export function routes(app: App) {
  const { platform } = app

  // Programs that check links open them, so opening the page stores nothing.
  app.get('/rate/:token', {
    config,
    schema: { hide: true, params, querystring: Type.Object({ score: Omittable(Score) }) },
    errorHandler: showError('refused'),
    async handler(request, reply) {
      return show(request, reply, await linkOf(request.params.token), { chosen: request.query.score ?? null })
    },
  })

  app.post('/rate/:token', {
    config,
    schema: { hide: true, params, body: NewRating },
    errorHandler: showError('refused'),
    async handler(request, reply) {
      const link = await linkOf(request.params.token)
      try {
        await rateConversation(link.account, link.rating_id, request.body, 'email')
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 409) throw error
        return show(request, reply.code(409), link, {})
      }
      return show(request, reply, link, { isDone: true })
    },
  })

  async function linkOf(token: string) {
    const read = readRatingToken(platform, token)
    const company = read && (await findAccount(platform, read.account_id))
    if (!read || !company) throw notFound('Rating')
    return { account: platform.account(company.id), rating_id: read.rating_id, path: `/rate/${token}` }
  }

  type Link = Awaited<ReturnType<typeof linkOf>>

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { account, rating_id, path }: Link,
    { chosen = null, isDone = false }: { chosen?: number | null; isDone?: boolean },
  ) {
    const { isOpen, rating } = await findLinkedRating(account, rating_id)
    const { name: company, language: own, color } = await brandOf(platform, account)
    const speech = speechOf(request, own)
    const heading = fill(speech.language, TEXTS[speech.language].ratingRequest.heading, { company })
    const { rated, tooLate } = speech.texts
    const said = isOpen ? isDone && rated : tooLate
    const drawn = { ...rating, score: chosen ?? rating.score }
    const main = html`<h1>${heading}</h1>
      ${said && html`<p role="status">${said}</p>`}
      ${isOpen && drawRatingForm(speech, drawn, { action: path, fields: {} })}`
    return sendPage(reply, drawPage(speech, heading, color, main))
  }
}
