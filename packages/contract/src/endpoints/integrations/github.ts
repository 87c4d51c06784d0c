import { Type, type TSchema } from 'typebox'
import { AccountAuthorization, ServiceSetup } from '../../account-authorization.js'
import { defineEndpoints } from '../../endpoint.js'
import { GithubConnected, GithubIssue, GithubRepo } from '../../github.js'
import { ById, Data, FilledLine, Line, Nothing, Nullable, Omittable, Uuid } from '../../scalars.js'

const code = Type.String({ minLength: 1, maxLength: 1_000 })
/** Of an owner or a repository. Not `.` or `..`, which would change the path of a call. */
const name = Type.String({ maxLength: 100, pattern: '^(?!\\.{1,2}$)[\\w.-]+$' })

/** Published clients expect an empty list when GitHub shows nothing. `failure` says why. */
const Found = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema), failure: Type.Optional(Type.String()) })

export const githubEndpoints = defineEndpoints({
  /** The variables that an operator has to set before anybody can connect. */
  'GET /api/github/setup': {
    allow: 'user',
    response: { 200: Data(ServiceSetup) },
  },

  /** Begins a connection: the page of GitHub to open. */
  'POST /api/github/oauth': {
    allow: 'admin',
    body: Type.Object({ is_installed: Type.Optional(Type.Boolean()) }),
    response: { 200: Data(Type.Object({ url: Type.String() })) },
  },

  /** Ends it, with what GitHub sent back. An installation without a code needs the user's sign-in first. */
  'GET /api/github/oauth': {
    allow: 'admin',
    query: Type.Object({
      code: Type.Optional(code),
      state: Type.Optional(code),
      installation_id: Type.Optional(Type.String({ pattern: '^\\d{1,20}$' })),
      /** `install` or `update`. */
      setup_action: Type.Optional(Line),
    }),
    response: { 200: Data(GithubConnected) },
  },

  'GET /api/github/authorization': {
    allow: 'user',
    response: { 200: Data(Nullable(AccountAuthorization)) },
  },

  /** Ends the installation at GitHub, too. */
  'DELETE /api/github/authorizations/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  /** The repositories that the installation can see. */
  'GET /api/github/repos': {
    allow: 'user',
    v1: { scope: 'everything' },
    response: { 200: Found(GithubRepo) },
  },

  /** The issue at a URL, or the newest 100 of a repository. */
  'GET /api/github/issues': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object({
      url: Type.Optional(Type.String({ maxLength: 2_000 })),
      owner: Type.Optional(name),
      repo: Type.Optional(name),
    }),
    response: { 200: Found(GithubIssue) },
  },

  /** Sends the state of one of our issues to GitHub again. */
  'POST /api/github/sync': {
    allow: 'user',
    body: Type.Object({ issue_id: Uuid }),
    response: { 204: Nothing },
  },

  /** Creates an issue on GitHub. */
  'POST /api/github/issues': {
    allow: 'user',
    v1: { scope: 'everything' },
    body: Type.Object({
      owner: name,
      repo: name,
      issue: Type.Object({ title: FilledLine, body: Omittable(Type.String({ maxLength: 20_000 })) }),
    }),
    response: { 200: Data(GithubIssue) },
  },
})
