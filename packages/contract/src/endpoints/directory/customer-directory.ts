import { ById, Data, Omittable } from '../../scalars.js'
import { Type } from 'typebox'
import { CustomerPage, CustomerProfile, CustomerQuery } from '../../customer-directory.js'
import { CustomerChanges } from '../../customers.js'
import { defineEndpoints } from '../../endpoint.js'

const Whole = Omittable(Type.String({ maxLength: 20 }))

export const customerDirectoryEndpoints = defineEndpoints({
  'GET /api/customers': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object(
      {
        ...CustomerQuery.properties,
        page: Whole,
        page_size: Whole,
        limit: Whole,
        /** The `next` of an answer, to continue from there. Only with `order`, and for segments. */
        after: Omittable(Type.String({ maxLength: 200 })),
        /**
         * By id, which never changes, so `after` leads to every customer once. `page` has no meaning then, and a page may be
         * empty although others follow. Without it: customers who are online first, then those seen last.
         */
        order: Omittable(Type.Enum(['id'])),
        format: Omittable(Type.Enum(['json', 'csv'])),
      },
      { additionalProperties: false },
    ),
    response: { 200: Type.Union([CustomerPage, Type.String()]) },
  },

  'GET /api/customers/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    query: Type.Object({
      expand: Omittable(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
    }),
    response: { 200: Data(CustomerProfile) },
  },

  'PUT /api/customers/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ customer: CustomerChanges }),
    response: { 200: Data(CustomerProfile) },
  },
})
