import { ratingsEndpoints } from '@papercups/contract'
import { notFound } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { GENERAL_LIMIT } from '../../../platform/http/rate-limit.js'
import { optionalId } from '../../account/accounts/named-account.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { mayActAs } from '../../widget/identity-verification/act-as.js'
import { getConversation } from '../conversations/queries.js'
import { findOwnRating, listRatings } from './queries.js'
import { rateOwnConversation } from './rate-conversation.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, ratingsEndpoints, {
    'GET /api/customers/:id/rating': {
      config: { limit: { ...GENERAL_LIMIT, visitor: 120 } },
      async handler({ params: { id }, query: { account_id, inbox_id, ...proof }, site }) {
        const account = platform.account(account_id)
        await requireAllowedSite(account, site)
        if (!(await mayActAs(platform, account, id, proof))) return { data: null }
        const own = await currentIdOf(account, id)
        return { data: (await findOwnRating(account, own, optionalId(inbox_id))) ?? null }
      },
    },

    'PUT /api/customers/:id/conversations/:conversation_id/rating': {
      config: { limit: { ...GENERAL_LIMIT, visitor: 30 } },
      async handler({ params: { id, conversation_id }, query: { account_id, ...proof }, body, site }) {
        const account = platform.account(account_id)
        await requireAllowedSite(account, site)
        if (!(await mayActAs(platform, account, id, proof))) throw notFound('Rating')
        const own = await currentIdOf(account, id)
        return { data: await rateOwnConversation(account, own, conversation_id, body.rating, 'widget') }
      },
    },

    async 'GET /api/conversations/:id/ratings'({ account, params }) {
      const { id } = await getConversation(account, params.id)
      return { data: await listRatings(account, id) }
    },
  })
}
