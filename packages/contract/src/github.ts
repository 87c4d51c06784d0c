import { Type, type Static } from 'typebox'
import { Nullable, Uuid } from './scalars.js'

/** `ok`: connected. Otherwise GitHub's page to open next. */
export const GithubConnected = Type.Object({
  ok: Type.Boolean(),
  id: Type.Optional(Uuid),
  url: Type.Optional(Type.String()),
})

/** A repository, as far as it is shown. */
export const GithubRepo = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  full_name: Type.String(),
  private: Type.Boolean(),
  html_url: Type.String(),
  owner: Type.Object({ login: Type.String() }),
})
export type GithubRepo = Static<typeof GithubRepo>

/** An issue on GitHub, as far as it is shown. */
export const GithubIssue = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  html_url: Type.String(),
  title: Type.String(),
  body: Nullable(Type.String()),
  state: Type.String(),
})
export type GithubIssue = Static<typeof GithubIssue>
