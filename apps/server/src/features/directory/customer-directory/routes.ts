import {
  CustomerChanges,
  CustomerPage,
  CustomerProfile,
  CustomerQuery,
  Data,
  Download,
  Nullable,
  Uuid,
} from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { getCustomer } from '../../people/customers/queries.js'
import { updateCustomer } from '../../people/customers/save-customer.js'
import { exportCustomer } from './export-customer.js'
import { listCustomers, listSegment } from './list-customers.js'
import { readCursor } from './list-places.js'
import { toCsv } from './page-as-csv.js'
import { toProfile } from './profile.js'
import { readFilters } from './read-filters.js'

const ById = Type.Object({ id: Uuid })
const Whole = Type.Optional(Nullable(Type.String({ maxLength: 20 })))

const LARGEST_PAGE = 500
const USUAL_PAGE = 50

export function routes(app: App) {
  const { platform } = app

  app.get('/api/customers', {
    config: { allow: 'user' },
    schema: {
      querystring: Type.Object(
        {
          ...CustomerQuery.properties,
          page: Whole,
          page_size: Whole,
          limit: Whole,
          /** Of a segment: the `next` of an answer, to look on from there. */
          after: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
          format: Type.Optional(Nullable(Type.Enum(['json', 'csv']))),
        },
        { additionalProperties: false },
      ),
      response: { 200: Type.Union([CustomerPage, Type.String()]) },
    },
    async handler({ account, query: { page, page_size, limit, after, format, ...query } }, reply) {
      const size = Math.min(atLeastOne(page_size ?? limit) ?? USUAL_PAGE, LARGEST_PAGE)
      const wanted = { number: atLeastOne(page) ?? 1, size }
      const behind = after ? readCursor(after) : undefined
      const filters = await readFilters(platform, account, query)
      const found = filters.segments?.length
        ? await listSegment(account, filters, wanted, behind)
        : await listCustomers(account, filters, wanted)
      return format === 'csv' ? reply.type('text/csv; charset=utf-8').send(toCsv(found.data)) : found
    },
  })

  // The address of somebody who was merged leads to the one who was kept: the id in the answer tells.
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
      const row = await getCustomer(account, await currentIdOf(account, params.id))
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
    schema: { params: ById, response: { 200: Download } },
    async handler({ account, params }, reply) {
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
