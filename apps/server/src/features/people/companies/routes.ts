import { companiesEndpoints, MAX_COMPANIES } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getCompany, listCompanies } from './queries.js'
import { createCompany, deleteCompany, updateCompany } from './save-company.js'

export function routes(app: App) {
  addRoutes(app, companiesEndpoints, {
    async 'GET /api/companies'({ account, query }) {
      return listCompanies(account, { ...query, limit: query.limit ?? MAX_COMPANIES })
    },

    async 'POST /api/companies'({ account, user, body }, reply) {
      const data = await createCompany(account, body.company, user.id)
      return reply.code(201).header('location', `/api/companies/${data.id}`).send({ data })
    },

    async 'GET /api/companies/:id'({ account, params }) {
      return { data: await getCompany(account, params.id) }
    },

    async 'PUT /api/companies/:id'({ account, user, params, body }) {
      return { data: await updateCompany(account, params.id, body.company, user.id) }
    },

    async 'DELETE /api/companies/:id'({ account, user, params }, reply) {
      await deleteCompany(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
