import type { Floor } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstantOrNull } from '../../../platform/wire-time.js'
import type { BehindRow } from '../reporting/behind-row.js'
import { readCursor, toCursor, toReportConversation } from '../reporting/conversations-behind.js'
import { isReply } from '../reporting/count-messages.js'

interface Assignee {
  assignee_id: number | null
  open: number
  waiting: number
  waiting_since: Date | null
}

export async function getFloor(account: Account): Promise<Floor> {
  const rows = await account.run(countFloor)
  const sum = (name: 'open' | 'waiting') => rows.reduce((total, row) => total + row[name], 0)
  const since = rows.flatMap(({ waiting_since }) => waiting_since?.getTime() ?? [])
  const first = since.length === 0 ? null : new Date(Math.min(...since))
  const assignees = rows.map((row) => ({ ...row, waiting_since: toInstantOrNull(row.waiting_since) }))
  return { open: sum('open'), waiting: sum('waiting'), waiting_since: toInstantOrNull(first), assignees }
}

interface Chosen {
  waiting?: boolean | null | undefined
  assignee_id?: number | null | undefined
  unassigned?: boolean | null | undefined
  after?: string | null | undefined
  limit?: number | null | undefined
}

const USUAL_PAGE = 25
const FROM_THE_START = { moment: '1970-01-01T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' }

/** Those in which nobody waits come last. */
export async function listFloorConversations(account: Account, chosen: Chosen) {
  const { waiting, assignee_id, unassigned, after } = chosen
  const limit = chosen.limit ?? USUAL_PAGE
  const { moment, id } = after ? readCursor(after) : FROM_THE_START
  const which = [waiting ?? false, assignee_id ?? null, unassigned ?? false]
  const rows = await account.run(listFloor, moment, id, limit + 1, ...which)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(toReportConversation), next: rows.length > limit && last ? toCursor(last) : null }
}

/**
 * Open conversations, and since when a customer waits in each: the first message after the last reply. Materialized, because
 * otherwise each mention of `since` would look it up again.
 */
const OPEN = `with open as materialized (
    select c.id, c.assignee_id, (select w.created_at from messages w
      where w.account_id = $1 and w.conversation_id = c.id and w.customer_id is not null
        and w.seq > coalesce((select reply.seq from messages reply where reply.account_id = $1
          and reply.conversation_id = c.id and ${isReply('reply')} order by reply.seq desc limit 1), 0)
      order by w.seq limit 1) as since
    from conversations c where c.account_id = $1 and c.place = 'open'
  )`

const countFloor = defineStatement<Assignee>(
  'floor.count',
  `${OPEN}
  select assignee_id, count(*)::int as open, count(since)::int as waiting, min(since) as waiting_since
  from open group by assignee_id order by open desc, assignee_id`,
)

const listFloor = defineStatement<BehindRow>(
  'floor.list',
  `${OPEN}
  select c.id, c.id as position, found.moment, c.subject, c.status, c.source, c.created_at, c.closed_at,
    case when found.since is not null then greatest(floor(extract(epoch from now() - found.since)), 0)::int end as seconds,
    k.id as customer_id, k.name as customer_name, k.email as customer_email
  from (select open.*, coalesce(open.since, '9999-12-31Z') as moment from open) as found
  join conversations c on c.account_id = $1 and c.id = found.id
  join customers k on k.account_id = $1 and k.id = c.customer_id
  where (found.moment, found.id) > ($2, $3::uuid) and (not $5::boolean or found.since is not null)
    and ($6::bigint is null or found.assignee_id = $6::bigint) and (not $7::boolean or found.assignee_id is null)
  order by found.moment, found.id limit $4`,
)
