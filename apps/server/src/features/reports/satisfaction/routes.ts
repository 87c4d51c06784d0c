import { satisfactionEndpoints } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { clockOf } from '../reporting/account-clock.js'
import { readRange, type RangeInput } from '../reporting/read-range.js'
import { getSatisfaction } from './get-satisfaction.js'
import { listReportRatings } from './list-ratings.js'

export function routes(app: App) {
  const rangeOf = async (account: Account, query: RangeInput) =>
    readRange(clockOf(await findAccount(app.platform, account.id)), query)

  addRoutes(app, satisfactionEndpoints, {
    async 'GET /api/reporting/satisfaction'({ account, query }) {
      return { data: await getSatisfaction(account, await rangeOf(account, query), query) }
    },

    async 'GET /api/reporting/ratings'({ account, query }) {
      return listReportRatings(account, await rangeOf(account, query), query)
    },
  })
}
