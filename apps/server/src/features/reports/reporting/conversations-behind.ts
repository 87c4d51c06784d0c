import type { ReportClock, ReportConversation, ReportFilters, ReportNumber } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { malformed } from '../../../platform/errors.js'
import { defineStatement, type Statement } from '../../../platform/statement.js'
import { toInstant, toInstantOrNull } from '../../../platform/wire-time.js'
import { behindMessages, isOfMessages, wayOf, type MessageNumber } from './behind-messages.js'
import { clockPeriods } from './clock-periods.js'
import { withCustomers, type BehindRow as Row } from './behind-row.js'
import { filterValues, matching } from './filters.js'
import type { ReportRange } from './read-range.js'
import { nameOf, type CustomerField } from './roll-days.js'
import { countedTime, secondsBetween } from './working-time.js'

export interface NumberFilters extends ReportFilters {
  number: ReportNumber
  user_id?: number | null | undefined
  weekday?: number | null | undefined
  hour?: number | null | undefined
  clock?: ReportClock | null | undefined
  at_least?: number | null | undefined
  at_most?: number | null | undefined
  tagged?: string | null | undefined
  field?: CustomerField | null | undefined
  value?: string | null | undefined
  except?: string[] | null | undefined
  after?: string | null | undefined
  limit?: number | null | undefined
}

const TIMES: ReportNumber[] = ['first_reply', 'next_reply', 'resolution']
const USUAL_PAGE = 25
export const NO_FILTERS = [null, null, null, null, null]
export const FROM_THE_START = { moment: '9999-12-31T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The conversations that a number of a report counts, newest first. */
export async function listConversationsBehind(account: Account, range: ReportRange, filters: NumberFilters) {
  const { number, user_id, weekday, hour, at_least, at_most } = filters
  const limit = filters.limit ?? USUAL_PAGE
  const position = filters.after ? readCursor(filters.after) : FROM_THE_START
  const span = [new Date(range.from).toISOString(), new Date(range.to).toISOString()]
  const page = [position.moment, position.id, limit + 1]
  const values = filterValues(filters)
  const counted = TIMES.includes(number) ? await countedTime(account, range, filters.clock ?? 'wall') : []
  const bounds = [at_least ?? null, at_most ?? null]
  const rows = isOfMessages(number)
    ? await account.run(
        behindMessages(number, user_id)[values ? await wayOf(account, values) : 'all'],
        ...[...span, ...page, ...clockPeriods(range, weekday, hour), ...(values ?? []), ...(user_id ? [user_id] : [])],
        ...(number === 'next_reply' ? [...bounds, ...counted] : []),
      )
    : number === 'customers'
      ? await account.run(
          BEHIND_CUSTOMERS[filters.field ?? 'browser'],
          ...[range.days[0]?.day ?? null, range.days.at(-1)?.day ?? null, ...page, ...(values ?? NO_FILTERS)],
          ...[filters.value ?? null, filters.except ?? null],
        )
      : number === 'open' || number === 'reopened'
        ? await account.run(BEHIND_OPENINGS[number], ...span, ...page, ...(values ?? NO_FILTERS))
        : await account.run(
            BEHIND_CONVERSATIONS[number],
            ...[...span, ...page, ...(values ?? NO_FILTERS), ...bounds, filters.tagged ?? null, ...counted],
          )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(toReportConversation), next: rows.length > limit && last ? toCursor(last) : null }
}

export const toReportConversation = (row: Row): ReportConversation => ({
  id: row.id,
  subject: row.subject,
  status: row.status,
  source: row.source,
  created_at: toInstant(row.created_at),
  closed_at: toInstantOrNull(row.closed_at),
  seconds: row.seconds,
  customer: { id: row.customer_id, name: row.customer_name, email: row.customer_email },
})

export const toCursor = ({ moment, position }: Pick<Row, 'moment' | 'position'>) =>
  Buffer.from(`${moment.toISOString()} ${position}`).toString('base64url')

export function readCursor(cursor: string) {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, moment, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  if (!moment || !id || !isMoment(moment)) throw malformed()
  return { moment, id }
}

/** JavaScript reads February 31 as a day of March. PostgreSQL rejects it, and the year 0000. */
function isMoment(text: string) {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString() === text && !text.startsWith('0000')
}

const behindConversations = (name: string, seconds: string) =>
  defineStatement<Row>(
    `reporting.behind-${name}`,
    withCustomers(`select r.conversation_id, r.conversation_id as position, r.created_at as moment, ${seconds} as seconds
    from report_conversations r
    where r.account_id = $1 and r.created_at >= $2 and r.created_at < $3
      and (r.created_at, r.conversation_id) < ($4, $5::uuid) and ${matching(7)}
      and ($12::int is null or ${seconds} >= $12::int) and ($13::int is null or ${seconds} <= $13::int)
      and ($14::uuid is null or exists (select from conversation_tags tagged where tagged.account_id = $1
        and tagged.conversation_id = r.conversation_id and tagged.tag_id = $14::uuid))
      ${seconds === 'null::int' ? '' : `and ${seconds} is not null`}
    order by r.created_at desc, r.conversation_id desc limit $6`),
  )

const secondsUntil = (time: string) =>
  `case when r.${time} is not null then ${secondsBetween('r.created_at', `r.${time}`, 15)} end`

const behindOpenings = (name: string, which: string) =>
  defineStatement<Row>(
    `reporting.behind-${name}`,
    withCustomers(`select * from (
      select distinct on (r.conversation_id) r.conversation_id, r.conversation_id as position, o.opened_at as moment,
        null::int as seconds
      from report_openings o join report_conversations r on r.account_id = $1 and r.conversation_id = o.conversation_id
      where o.account_id = $1 and ${which} and ${matching(7)}
      order by r.conversation_id, o.opened_at desc
    ) as opening where (moment, position) < ($4, $5::uuid) order by 3 desc, 2 desc limit $6`),
  )

const BEHIND_OPENINGS = {
  /** At the end of the range. */
  open: behindOpenings(
    'open',
    `o.opened_at < $3 and (o.closed_at is null or o.closed_at >= $3) and $2::timestamptz is not null`,
  ),
  reopened: behindOpenings('reopened', 'o.opened_at >= $2 and o.opened_at < $3 and o.number > 1'),
}

type Other = MessageNumber | 'customers' | keyof typeof BEHIND_OPENINGS
const BEHIND_CONVERSATIONS: Record<Exclude<ReportNumber, Other>, Statement<Row>> = {
  conversations: behindConversations('conversations', 'null::int'),
  first_reply: behindConversations('first-replies', secondsUntil('first_replied_at')),
  resolution: behindConversations('resolutions', secondsUntil('closed_at')),
}

/** The conversations of customers who were first seen on a day of the range. */
const behindCustomers = (field: CustomerField) =>
  defineStatement<Row>(
    `reporting.behind-customers-${field}`,
    withCustomers(`select r.conversation_id, r.conversation_id as position, r.created_at as moment, null::int as seconds
    from report_conversations r join customers c on c.account_id = $1 and c.id = r.customer_id
    where r.account_id = $1 and c.first_seen >= $2::date and c.first_seen <= $3::date
      and (r.created_at, r.conversation_id) < ($4, $5::uuid) and ${matching(7)}
      and ($12::text is null or ${nameOf(`c.${field}`)} = $12::text)
      and ($13::text[] is null or ${nameOf(`c.${field}`)} <> all ($13::text[]))
    order by r.created_at desc, r.conversation_id desc limit $6`),
  )

const BEHIND_CUSTOMERS: Record<CustomerField, Statement<Row>> = {
  browser: behindCustomers('browser'),
  os: behindCustomers('os'),
  time_zone: behindCustomers('time_zone'),
}
