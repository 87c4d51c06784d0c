import { reportingEndpoints } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { listConversationsBehind } from './conversations-behind.js'
import { zoneOf } from './local-days.js'
import { readRange } from './read-range.js'
import { rebuildReports } from './rebuild.js'
import { getReport } from './report.js'

export function routes(app: App) {
  const { platform } = app
  const zoneOfAccount = async (account: Account) => zoneOf((await findAccount(platform, account.id))?.time_zone ?? null)

  addRoutes(app, reportingEndpoints, {
    async 'GET /api/reporting'({ account, query }) {
      const range = readRange(await zoneOfAccount(account), query)
      return { data: await getReport(account, range, query) }
    },

    async 'GET /api/reporting/conversations'({ account, query }) {
      return listConversationsBehind(account, readRange(await zoneOfAccount(account), query), query)
    },

    async 'POST /api/reporting/rebuild'({ account }, reply) {
      await account.enqueue(rebuildReports, { moment: new Date().toISOString() })
      return reply.code(202).send({ data: { ok: true } })
    },
  })
}
