import { Type } from 'typebox'
import type { App } from '../../platform/http/app.js'
import { CustomerFilters } from '../customer-directory/filters.js'
import { writeCustomers } from './write-customers.js'

export function routes(app: App) {
  app.get('/api/customers/export', {
    config: { allow: 'admin' },
    schema: { querystring: Type.Object(CustomerFilters.properties) },
    async handler({ account, query }, reply) {
      const day = new Date().toISOString().slice(0, 10)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="customers-${day}.csv"`)
        .send(writeCustomers(account, query))
    },
  })
}
