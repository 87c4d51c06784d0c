import { ById, Data, Nothing, Omittable, Uuid } from '../../scalars.js'
import { Type } from 'typebox'
import { Issue, IssueChanges, IssueFilters, IssuePage, NewIssue } from '../../issues.js'
import { defineEndpoints } from '../../endpoint.js'

const Done = Data(Type.Object({ ok: Type.Literal(true) }))

/** Old clients read one answer and expect all issues in it. */
export const MAX_ISSUES = 1_000

export const issuesEndpoints = defineEndpoints({
  'POST /api/customers/:id/issues': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    body: Type.Object({ issue_id: Uuid }),
    response: { 200: Done },
  },

  'DELETE /api/customers/:id/issues/:issue_id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: Type.Object({ id: Uuid, issue_id: Uuid }),
    response: { 200: Done },
  },

  'GET /api/issues': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object({
      ...IssueFilters.properties,
      /** The `next` of the previous page. */
      after: Omittable(Type.String({ maxLength: 200 })),
      /** By id, which never changes, so `after` leads to every issue once. Without it: those that changed last come first. */
      order: Omittable(Type.Enum(['id'])),
      limit: Omittable(Type.Integer({ minimum: 1, maximum: MAX_ISSUES })),
    }),
    response: { 200: IssuePage },
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
