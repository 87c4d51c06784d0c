import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { notFound } from '../../../../platform/errors.js'
import type { App } from '../../../../platform/http/app.js'
import { html } from '../../../../platform/http/html.js'
import { fill } from '../../../account/accounts/language.js'
import { findAccount } from '../../../account/accounts/unscoped.js'
import { brandOf } from '../../../mail/mails/brand.js'
import { TEXTS } from '../../../mail/mails/language.js'
import { drawPage } from '../../chat-page/page.js'
import { sendPage, showError, speechOf } from '../../chat-page/send-page.js'
import { resubscribe, suppressHash } from '../suppressed-emails.js'
import { readUnsubscribeToken } from './unsubscribe-url.js'

const params = Type.Object({ token: Type.String() })
const config = { allow: 'public', page: true, limit: { per_ip: 120, subject: 1_200 } } as const

export function unsubscribeRoutes(app: App) {
  const { platform } = app

  // Programs that check links open them, so opening the page changes nothing.
  app.get('/unsubscribe/:token', {
    config,
    schema: { hide: true, params },
    errorHandler: showError('refused'),
    async handler(request, reply) {
      return show(request, reply, await ownerOf(request.params.token), 'ask')
    },
  })

  // The button of the page, and the one click of mail programs (RFC 8058).
  app.post('/unsubscribe/:token', {
    config,
    schema: { hide: true, params, body: Type.Object({ again: Type.Optional(Type.Unknown()) }) },
    errorHandler: showError('refused'),
    async handler(request, reply) {
      const { account, email_hash } = await ownerOf(request.params.token)
      const { again } = request.body
      await (again ? resubscribe(account, email_hash) : suppressHash(account, email_hash, 'unsubscribe'))
      return show(request, reply, { account }, again ? 'ask' : 'done')
    },
  })

  async function ownerOf(token: string) {
    const read = readUnsubscribeToken(platform, token)
    const company = read && (await findAccount(platform, read.account_id))
    if (!read || !company) throw notFound('Email')
    return { account: platform.account(company.id), email_hash: read.email_hash }
  }

  type Owner = Awaited<ReturnType<typeof ownerOf>>

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { account }: Pick<Owner, 'account'>,
    state: 'ask' | 'done',
  ) {
    const { name: company, language: own, color } = await brandOf(platform, account)
    const speech = speechOf(request, own)
    const texts = TEXTS[speech.language].unsubscribe
    const heading = fill(speech.language, texts.heading, { company })
    const done = state === 'done'
    const main = html`<h1>${heading}</h1>
      <p role="status">${fill(speech.language, done ? texts.done : texts.lead, { company })}</p>
      <form method="post">
        ${done && html`<input type="hidden" name="again" value="1" />`}
        <button>${done ? texts.again : texts.button}</button>
      </form>`
    return sendPage(reply, drawPage(speech, heading, color, main))
  }
}
