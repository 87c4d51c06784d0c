import { Type } from 'typebox'
import { ById, Data, Line, Nothing, Omittable } from '../../scalars.js'
import { Company, CompanyChanges, NewCompany } from '../../companies.js'
import { defineEndpoints } from '../../endpoint.js'

export const companiesEndpoints = defineEndpoints({
  'GET /api/companies': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object({ q: Omittable(Line) }),
    response: { 200: Data(Type.Array(Company)) },
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
    response: { 204: Nothing },
  },
})
