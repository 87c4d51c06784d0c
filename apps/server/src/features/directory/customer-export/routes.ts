import { CustomerQuery, Download } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { readFilters } from '../customer-directory/read-filters.js'
import { writeCustomers } from './write-customers.js'

export function routes(app: App) {
  app.get('/api/customers/export', {
    config: { allow: 'admin' },
    schema: {
      querystring: Type.Object(CustomerQuery.properties, { additionalProperties: false }),
      response: { 200: Download },
    },
    async handler({ account, query }, reply) {
      const filters = await readFilters(app.platform, account, query)
      const day = new Date().toISOString().slice(0, 10)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="customers-${day}.csv"`)
        .send(writeCustomers(account, filters))
    },
  })
}
