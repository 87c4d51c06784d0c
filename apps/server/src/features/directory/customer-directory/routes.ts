import { customerDirectoryEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { readIdCursor } from '../../../platform/list-cursors.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { getCustomer } from '../../people/customers/queries.js'
import { updateCustomer } from '../../people/customers/save-customer.js'
import { listInOrderOfIds } from '../customer-search/in-order-of-ids.js'
import { readCursor } from '../customer-search/list-position.js'
import { readSearch } from '../customer-search/read-search.js'
import { searchCustomers } from '../customer-search/search-customers.js'
import { toCsv } from './page-as-csv.js'
import { toProfile } from './profile.js'

const MAX_PAGE_SIZE = 500
const DEFAULT_PAGE_SIZE = 50

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, customerDirectoryEndpoints, {
    async 'GET /api/customers'({ account, query: { page, page_size, limit, after, order, format, ...query } }, reply) {
      const size = Math.min(toPositive(page_size ?? limit) ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
      const search = await readSearch(platform, account, query)
      const find = () =>
        order === 'id'
          ? listInOrderOfIds(account, search, after ? readIdCursor(after) : undefined, size)
          : searchCustomers(
              account,
              search,
              { number: toPositive(page) ?? 1, size },
              after ? readCursor(after) : undefined,
            )
      const found = await find()
      return format === 'csv' ? reply.type('text/csv; charset=utf-8').send(toCsv(found.data)) : found
    },

    // The id of a merged customer returns the customer who was kept, with their own id.
    async 'GET /api/customers/:id'({ account, params, query }) {
      const row = await getCustomer(account, await currentIdOf(account, params.id))
      return { data: await toProfile(account, row, query.expand?.length ? query.expand : undefined) }
    },

    async 'PUT /api/customers/:id'({ account, user, params, body }) {
      return { data: await toProfile(account, await updateCustomer(account, params.id, body.customer, user.id)) }
    },
  })
}

/** Anything but a positive number counts as missing. */
function toPositive(number: string | null | undefined) {
  return number && /^\d{1,9}$/.test(number) && Number(number) > 0 ? Number(number) : undefined
}
