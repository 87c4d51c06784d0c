import type { ReportFilters, Satisfaction } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { filterValues, matching } from '../reporting/filters.js'
import type { ReportRange } from '../reporting/read-range.js'

interface Count {
  user_id: number | null
  score: number | null
  count: number
}

const countOf = (filters: string) => `
  select rated.user_id, rated.score, count(*) as count from ratings rated ${filters}
  where rated.account_id = $1 and rated.asked_at >= $2 and rated.asked_at < $3
  group by rated.user_id, rated.score`

/** Read from an index: there is at most one row for each closing, so no days are stored. */
const countRatings = {
  all: defineStatement<Count>('satisfaction.count', countOf('')),
  filtered: defineStatement<Count>(
    'satisfaction.count-of',
    countOf(`join report_conversations r
      on r.account_id = $1 and r.conversation_id = rated.conversation_id and ${matching(4)}`),
  ),
}

export async function getSatisfaction(
  account: Account,
  range: ReportRange,
  filters: ReportFilters,
): Promise<Satisfaction> {
  const values = filterValues(filters)
  const span = [new Date(range.from).toISOString(), new Date(range.to).toISOString()]
  const rows = await account.run(countRatings[values ? 'filtered' : 'all'], ...span, ...(values ?? []))
  const countFor = (score: number) => sum(rows.filter((row) => row.score === score))
  return {
    ...summarize(rows),
    scores: [1, 2, 3, 4, 5].map((score) => ({ score, count: countFor(score) })),
    users: await byUser(account, rows),
  }
}

async function byUser(account: Account, rows: Count[]) {
  const ids = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))]
  if (ids.length === 0) return []
  const users = await account.from('users').select(['id', 'email']).where('id', 'in', ids).execute()
  return users
    .map((user) => ({ user, ...summarize(rows.filter(({ user_id }) => user_id === user.id)) }))
    .toSorted((a, b) => b.rated - a.rated || a.user.id - b.user.id)
}

const sum = (rows: Count[]) => rows.reduce((total, { count }) => total + count, 0)

function summarize(rows: Count[]) {
  const rated = sum(rows.filter(({ score }) => score !== null))
  const total = rows.reduce((points, { score, count }) => points + (score ?? 0) * count, 0)
  return { asked: sum(rows), rated, average: rated === 0 ? null : total / rated }
}
