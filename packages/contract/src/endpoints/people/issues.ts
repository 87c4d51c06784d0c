import { ById, Data, Nothing, Uuid } from '../../scalars.js'
import { Type } from 'typebox'
import { Issue, IssueChanges, IssueFilters, NewIssue } from '../../issues.js'
import { defineEndpoints } from '../../endpoint.js'

const Done = Data(Type.Object({ ok: Type.Literal(true) }))

export const issuesEndpoints = defineEndpoints({
  'POST /api/customers/:id/issues': {
    allow: 'user',
    params: ById,
    body: Type.Object({ issue_id: Uuid }),
    response: { 200: Done },
  },

  'DELETE /api/customers/:id/issues/:issue_id': {
    allow: 'user',
    params: Type.Object({ id: Uuid, issue_id: Uuid }),
    response: { 200: Done },
  },

  'GET /api/issues': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: IssueFilters,
    response: { 200: Data(Type.Array(Issue)) },
  },

  'POST /api/issues': {
    allow: 'user',
    v1: { scope: 'everything' },
    body: Type.Object({ issue: NewIssue }),
    response: { 201: Data(Issue) },
  },

  'GET /api/issues/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 200: Data(Issue) },
  },

  'PUT /api/issues/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ issue: IssueChanges }),
    response: { 200: Data(Issue) },
  },

  'DELETE /api/issues/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 204: Nothing },
  },
})
