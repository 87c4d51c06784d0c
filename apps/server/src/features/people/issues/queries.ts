import type { Issue, IssueFilters, IssuePage } from '@papercups/contract'
import { sql, type Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { IssuesTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { isAfter, microsecondsOf, readIdCursor, readTimeCursor, toTimeCursor } from '../../../platform/list-cursors.js'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

interface Page {
  /** The `next` of the previous page. */
  after?: string | null | undefined
  order?: 'id' | null | undefined
  limit: number
}

/** Those that changed last come first, or all by id. An empty value means "not filtered". */
export async function listIssues(account: Account, filters: IssueFilters, page: Page): Promise<IssuePage> {
  const { q, state, title, github_issue_url, customer_id } = filters
  const { after, order, limit } = page
  let issues = account.from('issues').selectAll().select(microsecondsOf('issues.updated_at'))
  if (state) issues = issues.where('state', '=', state)
  if (title) issues = issues.where('title', '=', title)
  if (github_issue_url) issues = issues.where('github_issue_url', '=', github_issue_url)
  if (customer_id) issues = issues.where(isLinkedTo(customer_id))
  if (q) issues = issues.where(containsAll(q.split(/\s+/)))
  const byId = order === 'id'
  const isNext = (cursor: string) =>
    byId
      ? sql<boolean>`issues.id > ${readIdCursor(cursor)}::uuid`
      : isAfter('issues', 'updated_at', readTimeCursor(cursor))
  if (after) issues = issues.where(isNext(after))
  const ordered = byId ? issues.orderBy('id') : issues.orderBy('updated_at', 'desc').orderBy('id', 'desc')
  const rows = await ordered.limit(limit + 1).execute()
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { data: shown.map(toIssue), next: last ? (byId ? last.id : toTimeCursor(last)) : null }
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
