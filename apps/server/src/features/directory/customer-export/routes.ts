import { customerExportEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { readSearch } from '../customer-search/read-search.js'
import { writeCustomers } from './write-customers.js'

export function routes(app: App) {
  addRoutes(app, customerExportEndpoints, {
    async 'GET /api/customers/export'({ account, query }, reply) {
      const search = await readSearch(app.platform, account, query)
      const day = new Date().toISOString().slice(0, 10)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="customers-${day}.csv"`)
        .send(writeCustomers(account, search))
    },
  })
}
