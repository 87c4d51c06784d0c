import type { Language } from '@papercups/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../../platform/errors.js'
import { fromFramework } from '../../../platform/http/error-answers.js'
import { html } from '../../../platform/http/html.js'
import { languageFor } from './language.js'
import { drawPage } from './page.js'

export const speechOf = ({ headers }: FastifyRequest, company?: Language) =>
  languageFor(headers['accept-language'], company)

/** In the words of a page: nobody here reads JSON. `missing` is the text for 404. */
export const showError =
  (missing: 'notFound' | 'refused') =>
  (error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) => {
    const { status } = error instanceof HttpError ? error : fromFramework(error)
    if (status >= 500) throw error
    const speech = speechOf(request)
    const { tooMany, refused, goBack } = speech.texts
    const heading = status === 404 ? speech.texts[missing] : status === 429 ? tooMany : refused
    const main = html`<h1>${heading}</h1>
      <p>${goBack}</p>`
    void sendPage(reply.code(status), drawPage(speech, heading, undefined, main))
  }

export const sendPage = (reply: FastifyReply, { policy, html }: ReturnType<typeof drawPage>) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'same-origin')
    .header('x-frame-options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(html)
