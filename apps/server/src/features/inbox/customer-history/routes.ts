import { customerHistoryEndpoints } from '@papercups/contract'
import { notFound } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { GENERAL_LIMIT } from '../../../platform/http/rate-limit.js'
import { optionalId } from '../../account/accounts/named-account.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { mayActAs } from '../../widget/identity-verification/act-as.js'
import { listOwnMessages, listPastConversations } from './queries.js'

// As everywhere on a visitor's side the customer's id is the capability: an unknown one has no conversations.
export function routes(app: App) {
  const { platform } = app

  addRoutes(app, customerHistoryEndpoints, {
    'GET /api/customers/:id/conversations': {
      config: { limit: { ...GENERAL_LIMIT, visitor: 120 } },
      async handler({ params, query: { account_id, inbox_id, ...proof }, site }) {
        const account = platform.account(account_id)
        await requireAllowedSite(account, site)
        if (!(await mayActAs(platform, account, params.id, proof))) return { data: [] }
        const id = await currentIdOf(account, params.id)
        return { data: await listPastConversations(account, id, optionalId(inbox_id)) }
      },
    },

    'GET /api/customers/:id/conversations/:conversation_id': {
      config: { limit: { ...GENERAL_LIMIT, visitor: 120 } },
      async handler({ params: { id, conversation_id }, query: { account_id, ...proof }, site }) {
        const account = platform.account(account_id)
        await requireAllowedSite(account, site)
        const own = (await mayActAs(platform, account, id, proof)) ? await currentIdOf(account, id) : undefined
        const messages = own && (await listOwnMessages(account, own, conversation_id))
        if (!messages) throw notFound('Conversation')
        return { data: messages }
      },
    },
  })
}
