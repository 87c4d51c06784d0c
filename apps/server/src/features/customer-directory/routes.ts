import { CustomerChanges, CustomerPage, CustomerProfile, Data, Nullable, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../platform/http/app.js'
import type { Platform } from '../../platform/platform.js'
import { getCustomer } from '../customers/queries.js'
import { updateCustomer } from '../customers/save-customer.js'
import { exportCustomer } from './export-customer.js'
import { CustomerFilters } from './filters.js'
import { listCustomers } from './list-customers.js'
import { toProfile } from './profile.js'

const ById = Type.Object({ id: Uuid })
const Whole = Type.Optional(Nullable(Type.String({ maxLength: 20 })))

const LARGEST_PAGE = 500
const USUAL_PAGE = 50
/** More are not told apart from those who were there a moment ago. */
const MOST_ONLINE = 2_000

export function routes(app: App) {
  const { platform } = app

  app.get('/api/customers', {
    config: { allow: 'user' },
    schema: {
      querystring: Type.Object({ ...CustomerFilters.properties, page: Whole, page_size: Whole, limit: Whole }),
      response: { 200: CustomerPage },
    },
    async handler({ account, query: { page, page_size, limit, ...filters } }) {
      const size = Math.min(atLeastOne(page_size ?? limit) ?? USUAL_PAGE, LARGEST_PAGE)
      const wanted = { number: atLeastOne(page) ?? 1, size }
      return listCustomers(account, filters, wanted, await whoIsOnline(platform, account.id))
    },
  })

  app.get('/api/customers/:id', {
    config: { allow: 'user' },
    schema: {
      params: ById,
      querystring: Type.Object({
        expand: Type.Optional(Nullable(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 }))),
      }),
      response: { 200: Data(CustomerProfile) },
    },
    async handler({ account, params, query }) {
      const row = await getCustomer(account, params.id)
      return { data: await toProfile(account, row, query.expand?.length ? query.expand : undefined) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/customers/:id',
    config: { allow: 'user' },
    schema: {
      params: ById,
      body: Type.Object({ customer: CustomerChanges }),
      response: { 200: Data(CustomerProfile) },
    },
    async handler({ account, user, params, body }) {
      return { data: await toProfile(account, await updateCustomer(account, params.id, body.customer, user.id)) }
    },
  })

  app.get('/api/customers/:id/export', {
    config: { allow: 'user' },
    schema: { params: ById },
    async handler({ account, params }, reply) {
      const customer = await getCustomer(account, params.id)
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="customer-${customer.id}.json"`)
        .send(exportCustomer(account, customer))
    },
  })
}

async function whoIsOnline({ realtime }: Platform, account_id: string) {
  const keys = Object.keys(await realtime.presence(`notification:${account_id}`))
  return keys.flatMap((key) => (key.startsWith('customer:') ? [key.slice('customer:'.length)] : [])).slice(-MOST_ONLINE)
}

/** Anything that is no number counts as unsaid. */
function atLeastOne(number: string | null | undefined) {
  return number && /^\d{1,9}$/.test(number) && Number(number) > 0 ? Number(number) : undefined
}
