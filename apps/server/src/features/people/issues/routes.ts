import { Data, Issue, IssueChanges, IssueFilters, NewIssue, Nothing, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { linkIssue, unlinkIssue } from './link-issue.js'
import { getIssue, listIssues } from './queries.js'
import { createIssue, deleteIssue, updateIssue } from './save-issue.js'

const ById = Type.Object({ id: Uuid })
const Done = Data(Type.Object({ ok: Type.Literal(true) }))
const done = { data: { ok: true as const } }

export function routes(app: App) {
  app.post('/api/customers/:id/issues', {
    config: { allow: 'user' },
    schema: { params: ById, body: Type.Object({ issue_id: Uuid }), response: { 200: Done } },
    async handler({ account, user, params, body }) {
      await linkIssue(account, params.id, body.issue_id, user.id)
      return done
    },
  })

  app.delete('/api/customers/:id/issues/:issue_id', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid, issue_id: Uuid }), response: { 200: Done } },
    async handler({ account, user, params }) {
      await unlinkIssue(account, params.id, params.issue_id, user.id)
      return done
    },
  })

  app.get('/api/issues', {
    config: { allow: 'user' },
    schema: { querystring: IssueFilters, response: { 200: Data(Type.Array(Issue)) } },
    async handler({ account, query }) {
      return { data: await listIssues(account, query) }
    },
  })

  app.post('/api/issues', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ issue: NewIssue }), response: { 201: Data(Issue) } },
    async handler({ account, user, body }, reply) {
      const data = await createIssue(account, body.issue, user.id)
      return reply.code(201).header('location', `/api/issues/${data.id}`).send({ data })
    },
  })

  app.get('/api/issues/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Issue) } },
    async handler({ account, params }) {
      return { data: await getIssue(account, params.id) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/issues/:id',
    config: { allow: 'user' },
    schema: { params: ById, body: Type.Object({ issue: IssueChanges }), response: { 200: Data(Issue) } },
    async handler({ account, user, params, body }) {
      return { data: await updateIssue(account, params.id, body.issue, user.id) }
    },
  })

  app.delete('/api/issues/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, user, params }, reply) {
      await deleteIssue(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
