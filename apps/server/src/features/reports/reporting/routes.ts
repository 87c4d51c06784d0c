import { reportingEndpoints } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { clockOf } from './account-clock.js'
import { listConversationsBehind } from './conversations-behind.js'
import { readRange, type RangeInput } from './read-range.js'
import { rebuildReports } from './rebuild.js'
import { getReport } from './report.js'
import { getTimes } from './times.js'

export function routes(app: App) {
  const { platform } = app
  const rangeOf = async (account: Account, query: RangeInput) =>
    readRange(clockOf(await findAccount(platform, account.id)), query)

  addRoutes(app, reportingEndpoints, {
    async 'GET /api/reporting'({ account, query }) {
      return { data: await getReport(account, await rangeOf(account, query), query) }
    },

    async 'GET /api/reporting/times'({ account, query }) {
      return { data: await getTimes(account, await rangeOf(account, query), query) }
    },

    async 'GET /api/reporting/conversations'({ account, query }) {
      return listConversationsBehind(account, await rangeOf(account, query), query)
    },

    async 'POST /api/reporting/rebuild'({ account }, reply) {
      await account.enqueue(rebuildReports, { moment: new Date().toISOString() })
      return reply.code(202).send({ data: { ok: true } })
    },
  })
}
