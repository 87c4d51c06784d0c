import { customerDataExportEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getCustomer } from '../../people/customers/queries.js'
import { exportCustomer } from './export-customer.js'

export function routes(app: App) {
  addRoutes(app, customerDataExportEndpoints, {
    async 'GET /api/customers/:id/export'({ account, params }, reply) {
      const customer = await getCustomer(account, params.id)
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="customer-${customer.id}.json"`)
        .send(exportCustomer(app.platform, account, customer))
    },
  })
}
