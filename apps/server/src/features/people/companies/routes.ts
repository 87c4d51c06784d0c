import { Company, CompanyChanges, Data, Line, NewCompany, Nullable, Uuid, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getCompany, listCompanies } from './queries.js'
import { createCompany, deleteCompany, updateCompany } from './save-company.js'

const ById = Type.Object({ id: Uuid })

export function routes(app: App) {
  app.get('/api/companies', {
    config: { allow: 'user' },
    schema: {
      querystring: Type.Object({ q: Type.Optional(Nullable(Line)) }),
      response: { 200: Data(Type.Array(Company)) },
    },
    async handler({ account, query }) {
      return { data: await listCompanies(account, query.q) }
    },
  })

  app.post('/api/companies', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ company: NewCompany }), response: { 201: Data(Company) } },
    async handler({ account, user, body }, reply) {
      const data = await createCompany(account, body.company, user.id)
      return reply.code(201).header('location', `/api/companies/${data.id}`).send({ data })
    },
  })

  app.get('/api/companies/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Company) } },
    async handler({ account, params }) {
      return { data: await getCompany(account, params.id) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/companies/:id',
    config: { allow: 'user' },
    schema: {
      params: ById,
      body: Type.Object({ company: CompanyChanges }),
      response: { 200: Data(Company) },
    },
    async handler({ account, user, params, body }) {
      return { data: await updateCompany(account, params.id, body.company, user.id) }
    },
  })

  app.delete('/api/companies/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, user, params }, reply) {
      await deleteCompany(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
