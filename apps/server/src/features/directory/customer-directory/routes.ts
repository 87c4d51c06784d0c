import { customerDirectoryEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { getCustomer } from '../../people/customers/queries.js'
import { updateCustomer } from '../../people/customers/save-customer.js'
import { exportCustomer } from './export-customer.js'
import { listCustomers, listSegment } from './list-customers.js'
import { readCursor } from './list-places.js'
import { toCsv } from './page-as-csv.js'
import { toProfile } from './profile.js'
import { readFilters } from './read-filters.js'

const LARGEST_PAGE = 500
const USUAL_PAGE = 50

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, customerDirectoryEndpoints, {
    async 'GET /api/customers'({ account, query: { page, page_size, limit, after, format, ...query } }, reply) {
      const size = Math.min(atLeastOne(page_size ?? limit) ?? USUAL_PAGE, LARGEST_PAGE)
      const wanted = { number: atLeastOne(page) ?? 1, size }
      const behind = after ? readCursor(after) : undefined
      const filters = await readFilters(platform, account, query)
      const found = filters.segments?.length
        ? await listSegment(account, filters, wanted, behind)
        : await listCustomers(account, filters, wanted)
      return format === 'csv' ? reply.type('text/csv; charset=utf-8').send(toCsv(found.data)) : found
    },

    // The address of somebody who was merged leads to the one who was kept: the id in the answer tells.
    async 'GET /api/customers/:id'({ account, params, query }) {
      const row = await getCustomer(account, await currentIdOf(account, params.id))
      return { data: await toProfile(account, row, query.expand?.length ? query.expand : undefined) }
    },

    async 'PUT /api/customers/:id'({ account, user, params, body }) {
      return { data: await toProfile(account, await updateCustomer(account, params.id, body.customer, user.id)) }
    },

    async 'GET /api/customers/:id/export'({ account, params }, reply) {
      const customer = await getCustomer(account, params.id)
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="customer-${customer.id}.json"`)
        .send(exportCustomer(account, customer))
    },
  })
}

/** Anything that is no number counts as unsaid. */
function atLeastOne(number: string | null | undefined) {
  return number && /^\d{1,9}$/.test(number) && Number(number) > 0 ? Number(number) : undefined
}
