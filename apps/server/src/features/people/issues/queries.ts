import type { Issue, IssueFilters } from '@papercups/contract'
import { sql, type Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { IssuesTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

/** The list is never longer: the issues that changed last. Older ones are found by search. */
const MAX_LISTED = 1_000

/** An empty value means "not filtered". */
export async function listIssues(account: Account, filters: IssueFilters = {}) {
  const { q, state, title, github_issue_url, customer_id } = filters
  let issues = account.from('issues').selectAll()
  if (state) issues = issues.where('state', '=', state)
  if (title) issues = issues.where('title', '=', title)
  if (github_issue_url) issues = issues.where('github_issue_url', '=', github_issue_url)
  if (customer_id) issues = issues.where(isLinkedTo(customer_id))
  if (q) issues = issues.where(containsAll(q.split(/\s+/)))
  const rows = await issues.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(MAX_LISTED).execute()
  return rows.map(toIssue)
}

export async function getIssue(account: Account, id: string) {
  const issue = account.from('issues').selectAll().where('id', '=', id)
  return toIssue(await issue.executeTakeFirstOrThrow(() => notFound('Issue')))
}

const isLinkedTo = (customer_id: string) =>
  sql<boolean>`exists (select from customer_issues t where t.account_id = issues.account_id
    and t.issue_id = issues.id and t.customer_id = ${customer_id})`

/** Lower-cases the text once for all words. */
function containsAll(words: string[]) {
  const patterns = words.map((word) => `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
  return sql<boolean>`lower(concat_ws(' ', id, title, body, github_issue_url)) like all (${patterns}::text[])`
}

export const toIssue = (row: Selectable<IssuesTable>): Issue => ({
  id: row.id,
  object: 'issue',
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
  title: row.title,
  body: row.body,
  state: row.state,
  github_issue_url: row.github_issue_url,
  github_failure: row.github_failure,
  closed_at: toInstantOrNull(row.closed_at),
  account_id: row.account_id,
  creator_id: row.creator_id,
  assignee_id: row.assignee_id,
})
