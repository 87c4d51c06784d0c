import { MAX_BODY, NewRating, Nullable, Uuid } from '@papercups/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { notFound, HttpError } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { MESSAGE_BODY_BYTES } from '../../../platform/http/body-limits.js'
import { GENERAL_LIMIT } from '../../../platform/http/rate-limit.js'
import { UUID } from '../../account/accounts/named-account.js'
import { toAccountPublic } from '../../account/accounts/present.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { customerExists } from '../../people/customers/queries.js'
import { mayActAs } from '../../widget/identity-verification/act-as.js'
import { listOwnConversations } from '../../inbox/conversation-lists/public-conversations.js'
import { markSeen } from '../../inbox/messages/receipts.js'
import { findOwnRating } from '../../inbox/ratings/queries.js'
import { rateOwnConversation } from '../../inbox/ratings/rate-conversation.js'
import { toWidgetSettings, widgetSettingsOf } from '../../widget/widget-settings/queries.js'
import type { Speech } from './language.js'
import { findOrCreatePerson } from './find-or-create-person.js'
import { drawChat, drawSwitch } from './page.js'
import { sendPage, showError, speechOf } from './send-page.js'
import { formToken, isFormOf, newVisit, provenVisit, readVisit, setVisitCookie, type Visit } from './visit.js'
import { write } from './write.js'

const params = Type.Object({ account_id: Type.String() })
const text = Type.Optional(Nullable(Type.String({ maxLength: 20_000 })))

export function routes(app: App) {
  const { platform } = app

  const accountIn = (request: FastifyRequest) => (request.params as { account_id: string }).account_id
  const cookieIn = (request: FastifyRequest) => readVisit(platform, accountIn(request), request)
  const limited = (per_ip: number, subject: number, visitor: number) => ({
    ...{ per_ip, subject, by: accountIn, visitor },
    visitorOf: (request: FastifyRequest) => cookieIn(request)?.customer_id,
  })

  app.get('/chat/:account_id', {
    config: { allow: 'public', page: true, limit: limited(GENERAL_LIMIT.per_ip, GENERAL_LIMIT.subject, 120) },
    schema: { hide: true, params, querystring: Type.Object({ identity_token: text }) },
    errorHandler: showError('notFound'),
    async handler(request, reply) {
      const company = await companyOf(request)
      const { identity_token } = request.query
      if (!identity_token) return show(reply, company, await visitOf(company.account, request))
      const person = await findOrCreatePerson(platform, company.account, identity_token)
      if (!person) return show(reply, company, undefined, { notice: company.speech.texts.oldLink })
      const visit = await visitOf(company.account, request)
      if (visit && (await isSomebodyElse(company.account, visit, person)))
        return askBeforeSwitch(reply, company, visit, identity_token)
      // Out of the address at once: it would stay in the history and on screenshots.
      return goBack(reply, provenVisit(company.row.id, person))
    },
  })

  app.post('/chat/:account_id/switch', {
    config: { allow: 'public', page: true, limit: limited(60, 600, 10) },
    schema: { hide: true, params, body: Type.Object({ form_token: text, identity_token: text }) },
    errorHandler: showError('notFound'),
    async handler(request, reply) {
      const company = await companyOf(request)
      const { form_token, identity_token } = request.body
      const visit = await visitOf(company.account, request)
      const person = identity_token ? await findOrCreatePerson(platform, company.account, identity_token) : undefined
      if (!visit || !isFormOf(platform, visit, form_token ?? '') || !person)
        return show(reply.code(403), company, visit, { notice: company.speech.texts.oldLink })
      return goBack(reply, provenVisit(company.row.id, person))
    },
  })

  app.post('/chat/:account_id', {
    config: { allow: 'public', page: true, limit: limited(300, 6_000, 30) },
    // A form spells each byte of a message with up to three characters.
    bodyLimit: 3 * MESSAGE_BODY_BYTES,
    schema: {
      hide: true,
      params,
      body: Type.Object({
        body: Type.Optional(Nullable(Type.String({ maxLength: MAX_BODY }))),
        form_token: text,
        client_message_id: text,
        name: text,
        email: text,
      }),
    },
    errorHandler: showError('notFound'),
    async handler(request, reply) {
      const company = await companyOf(request)
      const { form_token, client_message_id, name, email } = request.body
      const body = request.body.body?.replaceAll('\r\n', '\n') ?? ''
      const visit = await visitOf(company.account, request)
      if (!visit || !isFormOf(platform, visit, form_token ?? ''))
        return show(reply.code(403), company, visit, { notice: company.speech.texts.late, draft: body })

      const id = UUID.test(client_message_id ?? '') ? client_message_id : undefined
      const ip = platform.config.collect_ip ? request.ip : null
      try {
        await write(platform, company.account, visit, ip, { body, client_message_id: id, name, email })
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 422) throw error
        return show(reply.code(422), company, visit, { notice: complaintOf(error, company.speech), draft: body })
      }
      return goBack(reply, visit)
    },
  })

  app.post('/chat/:account_id/rating', {
    config: { allow: 'public', page: true, limit: limited(60, 600, 30) },
    schema: {
      hide: true,
      params,
      body: Type.Object({ form_token: text, conversation_id: Uuid, ...NewRating.properties }),
    },
    errorHandler: showError('notFound'),
    async handler(request, reply) {
      const company = await companyOf(request)
      const { form_token, conversation_id, score, comment } = request.body
      const visit = await visitOf(company.account, request)
      if (!visit || !isFormOf(platform, visit, form_token ?? ''))
        return show(reply.code(403), company, visit, { notice: company.speech.texts.late })
      const own = await currentIdOf(company.account, visit.customer_id)
      try {
        await rateOwnConversation(company.account, own, conversation_id, { score, comment }, 'chat_page')
      } catch (error) {
        if (!(error instanceof HttpError) || error.status >= 500) throw error
        return show(reply.code(error.status), company, visit, { notice: company.speech.texts.tooLate })
      }
      return goBack(reply, visit, '#rating')
    },
  })

  async function companyOf(request: FastifyRequest) {
    const id = accountIn(request)
    const row = UUID.test(id) ? await findAccount(platform, id) : undefined
    if (!row) throw notFound('This chat was')
    return { account: platform.account(row.id), row, speech: speechOf(request, row.language) }
  }
  type Company = Awaited<ReturnType<typeof companyOf>>

  /** A cookie from before the account asked for proof is as good as none. */
  async function visitOf(account: Account, request: FastifyRequest) {
    const visit = cookieIn(request)
    if (!visit || visit.proven) return visit
    return (await mayActAs(platform, account, visit.customer_id, {})) ? visit : undefined
  }

  /** Somebody who never wrote loses nothing when a link says who they are. */
  async function isSomebodyElse(account: Account, visit: Visit, person: string) {
    const current = await currentIdOf(account, visit.customer_id)
    return current !== person && (await customerExists(account, current))
  }

  function askBeforeSwitch(reply: FastifyReply, { row, speech }: Company, visit: Visit, identity_token: string) {
    const form_token = formToken(platform, visit)
    return sendPage(reply, drawSwitch({ speech, account: toAccountPublic(row), form_token, identity_token }))
  }

  async function show(
    reply: FastifyReply,
    { account, row, speech }: Company,
    known: Visit | undefined,
    more: { notice?: string; draft?: string } = {},
  ) {
    const visit = known ?? newVisit(row.id)
    const settings = await widgetSettingsOf(account, undefined)
    const customer_id = known && (await currentIdOf(account, known.customer_id))
    const [conversation] = customer_id ? await listOwnConversations(account, customer_id, undefined) : []
    // A visitor who writes again is not asked about the conversation before.
    const rating = customer_id && !conversation ? await findOwnRating(account, customer_id, undefined) : undefined
    if (conversation?.messages.some(({ user_id, seen_at }) => user_id && !seen_at)) {
      await markSeen(account, conversation.id)
    }
    const page = drawChat({
      speech,
      account: toAccountPublic(row),
      settings: settings && toWidgetSettings(settings),
      conversation,
      rating,
      is_known: customer_id !== undefined && (await customerExists(account, customer_id)),
      form_token: formToken(platform, visit),
      ...more,
    })
    return sendPage(setVisitCookie(platform, reply, visit), page)
  }

  const goBack = (reply: FastifyReply, visit: Visit, part = '#end') =>
    setVisitCookie(platform, reply, visit)
      .header('cache-control', 'no-store')
      .redirect(`/chat/${visit.account_id}${part}`, 303)
}

const complaintOf = ({ errors }: HttpError, { texts }: Speech) =>
  errors?.email ? texts.emailFirst : errors?.body ? texts.empty : texts.refused
