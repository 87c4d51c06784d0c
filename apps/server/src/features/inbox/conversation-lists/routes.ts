import { conversationListsEndpoints } from '@papercups/contract'
import { NewConversation } from '@papercups/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { forbidden, invalid } from '../../../platform/errors.js'
import { customerActor, userActor } from '../../../platform/actor.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { MESSAGE_BODY_BYTES } from '../../../platform/http/body-limits.js'
import { GENERAL_LIMIT, namedVisitor } from '../../../platform/http/rate-limit.js'
import { dropInvalidIn } from '../../../platform/http/drop-invalid-fields.js'
import { streamJson } from '../../../platform/http/stream-json.js'
import { optionalId } from '../../account/accounts/named-account.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { getConversation } from '../conversations/queries.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { dropBeyondLimit } from '../../people/customers/metadata-limit.js'
import { mayActAs } from '../../widget/identity-verification/act-as.js'
import { checkRecipients } from '../messages/recipients.js'
import { requireNotesPlan } from '../messages/require-notes-plan.js'
import { countConversations, countUnread } from './counts.js'
import { expandOne } from './expand.js'
import { listConversations } from './list-conversations.js'
import { listOwnConversations } from './public-conversations.js'
import { findPrevious, listRelated } from './related.js'
import { search } from './search.js'
import { startConversation } from './start-conversation.js'
import { isLong, writeOne, writePage, writeRead } from './write-conversations.js'

/** Of what a visitor sends, all but where it belongs. */
const Side = Type.Omit(NewConversation, ['account_id', 'customer_id', 'inbox_id'])

const BLANK = ["can't be blank"]

/** An agent may well start many conversations with one customer, or a script of theirs. */
const unlessSignedIn = (request: FastifyRequest) => (request.caller ? undefined : namedVisitor(request))

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, conversationListsEndpoints, {
    async 'GET /api/conversations'({ account, user, query: { limit, after, message_limit, ...filters } }, reply) {
      const options = { filters, user_id: user.id, limit: pageSize(limit), after }
      if (!message_limit) return streamJson(reply, writePage(account, options))
      const page = await listConversations(account, { ...options, message_limit })
      return isLong(page) ? streamJson(reply, writeRead(page)) : page
    },

    'POST /api/conversations': {
      config: { limit: { per_ip: 300, subject: 6_000, visitor: 20, visitorOf: unlessSignedIn } },
      bodyLimit: MESSAGE_BODY_BYTES,
      preValidation: dropInvalidIn('conversation', Side),
      async handler({ caller, body, site }, reply) {
        const { account_id, customer_id: named, message, inbox_id: inbox, ...draft } = body.conversation
        const inbox_id = optionalId(inbox)
        const missing = { ...(!caller && !account_id && { account_id: BLANK }), ...(!named && { customer_id: BLANK }) }
        if (!named || (!caller && !account_id)) throw invalid(missing)
        if (caller) {
          checkRecipients(platform, message?.email)
          if (message) await requireNotesPlan(platform, caller.account, message)
          const first =
            message && (message.body || message.file_ids?.length) ? { user_id: caller.user.id, message } : undefined
          const customer_id = await currentIdOf(caller.account, named)
          const started = { ...draft, customer_id, inbox_id }
          const data = await startConversation(caller.account, started, first, userActor(caller.user.id))
          return reply.code(201).header('location', `/api/conversations/${data.id}`).send({ data })
        }
        if (!account_id || !(await findAccount(platform, account_id))) throw invalid({ account_id: ['does not exist'] })
        const { subject, metadata, source } = draft
        const visit = {
          inbox_id,
          subject,
          metadata: metadata && dropBeyondLimit(metadata),
          source: source === 'sandbox' ? ('sandbox' as const) : ('chat' as const),
        }
        const account = platform.account(account_id)
        await requireAllowedSite(account, site, { inbox_id })
        if (!(await mayActAs(platform, account, named, body))) throw forbidden('Identity not verified')
        const customer_id = await currentIdOf(account, named)
        const data = await startConversation(account, { ...visit, customer_id }, undefined, customerActor(customer_id))
        return reply.code(201).header('location', `/api/conversations/${data.id}`).send({ data })
      },
    },

    'GET /api/conversations/customer': {
      config: { limit: { ...GENERAL_LIMIT, visitor: 120 } },
      async handler({ query: { customer_id, account_id, inbox_id, ...proof }, site }) {
        const account = platform.account(account_id)
        await requireAllowedSite(account, site)
        if (!(await mayActAs(platform, account, customer_id, proof))) return { data: [] }
        const own = await currentIdOf(account, customer_id)
        return { data: await listOwnConversations(account, own, optionalId(inbox_id)) }
      },
    },

    async 'GET /api/conversations/unread'({ account, user }) {
      return { data: await countUnread(account, user.id) }
    },

    async 'GET /api/conversations/count'({ account, user, query }) {
      const found = query.q?.trim() ? await search(account, query.q, query, user.id) : undefined
      return { data: { count: found ? found.ids.length : await countConversations(account, query, user.id) } }
    },

    async 'GET /api/conversations/:id/previous'({ account, params, query: { message_limit } }, reply) {
      const row = await findPrevious(account, params.id)
      if (!message_limit) return streamJson(reply, writeOne(account, row))
      return { data: row ? await expandOne(account, row, message_limit) : null }
    },

    async 'GET /api/conversations/:id/related'({ account, params, query }) {
      return { data: await listRelated(account, params.id, query.limit ?? 3) }
    },

    async 'GET /api/conversations/:id'({ account, params, query: { message_limit } }, reply) {
      const row = await getConversation(account, params.id)
      if (!message_limit) return streamJson(reply, writeOne(account, row))
      return { data: await expandOne(account, row, message_limit) }
    },
  })
}

/** Anything that is no number counts as unsaid; numbers are brought into range. */
function pageSize(limit: string | null | undefined) {
  if (!limit || !/^-?\d+$/.test(limit)) return 50
  return Math.min(50, Math.max(1, Number(limit)))
}
