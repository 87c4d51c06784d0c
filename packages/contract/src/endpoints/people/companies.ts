import { Type } from 'typebox'
import { ById, Data, Line, Nothing, Omittable, Refusal } from '../../scalars.js'
import { Company, CompanyChanges, CompanyPage, NewCompany } from '../../companies.js'
import { defineEndpoints } from '../../endpoint.js'

/** Old clients read one answer and expect all companies in it. */
export const MAX_COMPANIES = 1_000

const HasCustomers = Type.Object(Refusal.properties, { description: 'Customers are still in this company.' })

export const companiesEndpoints = defineEndpoints({
  'GET /api/companies': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object({
      q: Omittable(Line),
      /** The `next` of the previous page. */
      after: Omittable(Type.String({ maxLength: 2_000 })),
      limit: Omittable(Type.Integer({ minimum: 1, maximum: MAX_COMPANIES })),
    }),
    response: { 200: CompanyPage },
  },

  'POST /api/companies': {
    allow: 'user',
    v1: { scope: 'everything' },
    body: Type.Object({ company: NewCompany }),
    response: { 201: Data(Company) },
  },

  'GET /api/companies/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 200: Data(Company) },
  },

  'PUT /api/companies/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ company: CompanyChanges }),
    response: { 200: Data(Company) },
  },

  'DELETE /api/companies/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 204: Nothing, 422: HasCustomers },
  },
})
