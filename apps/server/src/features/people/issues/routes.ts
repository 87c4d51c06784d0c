import { issuesEndpoints, MAX_ISSUES } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { linkIssue, unlinkIssue } from './link-issue.js'
import { getIssue, listIssues } from './queries.js'
import { createIssue, deleteIssue, updateIssue } from './save-issue.js'

const done = { data: { ok: true as const } }

export function routes(app: App) {
  addRoutes(app, issuesEndpoints, {
    async 'POST /api/customers/:id/issues'({ account, user, params, body }) {
      await linkIssue(account, params.id, body.issue_id, user.id)
      return done
    },

    async 'DELETE /api/customers/:id/issues/:issue_id'({ account, user, params }) {
      await unlinkIssue(account, params.id, params.issue_id, user.id)
      return done
    },

    async 'GET /api/issues'({ account, query: { after, order, limit, ...filters } }) {
      return listIssues(account, filters, { after, order, limit: limit ?? MAX_ISSUES })
    },

    async 'POST /api/issues'({ account, user, body }, reply) {
      const data = await createIssue(account, body.issue, user.id)
      return reply.code(201).header('location', `/api/issues/${data.id}`).send({ data })
    },

    async 'GET /api/issues/:id'({ account, params }) {
      return { data: await getIssue(account, params.id) }
    },

    async 'PUT /api/issues/:id'({ account, user, params, body }) {
      return { data: await updateIssue(account, params.id, body.issue, user.id) }
    },

    async 'DELETE /api/issues/:id'({ account, user, params }, reply) {
      await deleteIssue(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
