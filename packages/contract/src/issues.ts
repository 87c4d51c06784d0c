import { Type, type Static } from 'typebox'
import { FilledLine, Instant, InstantInput, Line, Nullable, Omittable, Timestamp, UserId, Uuid } from './scalars.js'

/** Done: finished, but its customers have not been informed. Closed: they have. */
export const IssueState = Type.Enum(['unstarted', 'in_progress', 'in_review', 'done', 'closed'])
export type IssueState = Static<typeof IssueState>

/** A request or a problem of customers. */
export const Issue = Type.Object({
  id: Uuid,
  object: Type.Literal('issue'),
  created_at: Timestamp,
  updated_at: Timestamp,
  title: Type.String(),
  body: Nullable(Type.String()),
  state: IssueState,
  github_issue_url: Nullable(Type.String()),
  /** Why GitHub did not take the last change of the state, in its own words. */
  github_failure: Nullable(Type.String()),
  closed_at: Nullable(Instant),
  account_id: Uuid,
  creator_id: Nullable(UserId),
  assignee_id: Nullable(UserId),
})
export type Issue = Static<typeof Issue>

/** One page. `next` is the `after` of the following page. */
export const IssuePage = Type.Object({ data: Type.Array(Issue), next: Nullable(Type.String()) })
export type IssuePage = Static<typeof IssuePage>

export const NewIssue = Type.Object({
  title: FilledLine,
  body: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
  state: Type.Optional(IssueState),
  github_issue_url: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  assignee_id: Type.Optional(Nullable(UserId)),
  finished_at: Type.Optional(Nullable(InstantInput)),
  closed_at: Type.Optional(Nullable(InstantInput)),
})
export type NewIssue = Static<typeof NewIssue>

export const IssueChanges = Type.Partial(NewIssue)
export type IssueChanges = Static<typeof IssueChanges>

export const IssueFilters = Type.Object({
  q: Omittable(Line),
  state: Omittable(IssueState),
  title: Omittable(Line),
  github_issue_url: Omittable(Type.String({ maxLength: 2_000 })),
  customer_id: Omittable(Uuid),
})
export type IssueFilters = Static<typeof IssueFilters>
