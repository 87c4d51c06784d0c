import type { ReportFilters, ReportRating } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstant } from '../../../platform/wire-time.js'
import { FROM_THE_START, NO_FILTERS, readCursor, toCursor } from '../reporting/conversations-behind.js'
import { filterValues, matching } from '../reporting/filters.js'
import type { ReportRange } from '../reporting/read-range.js'

export interface RatingFilters extends ReportFilters {
  score?: number | null | undefined
  user_id?: number | null | undefined
  rated?: boolean | null | undefined
  commented?: boolean | null | undefined
  after?: string | null | undefined
  limit?: number | null | undefined
}

const USUAL_PAGE = 25

/** Newest first. */
export async function listReportRatings(account: Account, range: ReportRange, filters: RatingFilters) {
  const { score, user_id, rated, commented, after } = filters
  const limit = filters.limit ?? USUAL_PAGE
  const { moment, id } = after ? readCursor(after) : FROM_THE_START
  const span = [new Date(range.from).toISOString(), new Date(range.to).toISOString()]
  const chosen = [score ?? null, user_id ?? null, rated ?? false, commented ?? false]
  const found = await account.run(
    listRatings,
    ...[...span, moment, id, limit + 1, ...chosen, ...(filterValues(filters) ?? NO_FILTERS)],
  )
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(toReportRating), next: found.length > limit && last ? toCursor(last) : null }
}

interface Row {
  position: string
  moment: Date
  score: number | null
  comment: string | null
  conversation_id: string
  status: 'open' | 'closed'
  customer_id: string
  name: string | null
  email: string | null
}

const toReportRating = (row: Row): ReportRating => ({
  id: row.position,
  asked_at: toInstant(row.moment),
  score: row.score,
  comment: row.comment,
  conversation: { id: row.conversation_id, status: row.status },
  customer: { id: row.customer_id, name: row.name, email: row.email },
})

const listRatings = defineStatement<Row>(
  'satisfaction.list-ratings',
  `select rated.id as position, rated.asked_at as moment, rated.score, rated.comment, rated.conversation_id, c.status,
    k.id as customer_id, k.name, k.email
  from ratings rated
  join report_conversations r on r.account_id = $1 and r.conversation_id = rated.conversation_id
  join conversations c on c.account_id = $1 and c.id = rated.conversation_id
  join customers k on k.account_id = $1 and k.id = c.customer_id
  where rated.account_id = $1 and rated.asked_at >= $2 and rated.asked_at < $3
    and (rated.asked_at, rated.id) < ($4, $5::uuid)
    and ($7::int is null or rated.score = $7::int) and ($8::bigint is null or rated.user_id = $8::bigint)
    and (not $9::boolean or rated.score is not null) and (not $10::boolean or rated.comment is not null)
    and ${matching(11)}
  order by rated.asked_at desc, rated.id desc limit $6`,
)
