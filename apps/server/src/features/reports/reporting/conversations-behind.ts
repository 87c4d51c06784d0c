import type { ReportConversation, ReportFilters, ReportNumber } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { malformed } from '../../../platform/errors.js'
import { defineStatement, type Statement } from '../../../platform/statement.js'
import { toInstant, toInstantOrNull } from '../../../platform/wire-time.js'
import { filterValues, matching } from './filters.js'
import type { ReportRange } from './read-range.js'
import { nameOf, type CustomerField } from './roll-days.js'

export interface NumberFilters extends ReportFilters {
  number: ReportNumber
  user_id?: number | null | undefined
  weekday?: number | null | undefined
  hour?: number | null | undefined
  at_least?: number | null | undefined
  at_most?: number | null | undefined
  field?: CustomerField | null | undefined
  value?: string | null | undefined
  except?: string[] | null | undefined
  after?: string | null | undefined
  limit?: number | null | undefined
}

const USUAL_PAGE = 25
const NO_FILTERS = [null, null, null, null, null]
const FROM_THE_START = { moment: '9999-12-31T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The conversations that a number of a report counts, newest first. */
export async function listConversationsBehind(account: Account, range: ReportRange, filters: NumberFilters) {
  const { number, user_id, weekday, hour, at_least, at_most } = filters
  const limit = filters.limit ?? USUAL_PAGE
  const position = filters.after ? readCursor(filters.after) : FROM_THE_START
  const span = [new Date(range.from).toISOString(), new Date(range.to).toISOString()]
  const page = [position.moment, position.id, limit + 1]
  const values = filterValues(filters)
  const clock = [range.zone, weekday ?? null, hour ?? null]
  const rows = isOfMessages(number)
    ? await account.run(
        (user_id ? OF_USER : BEHIND_MESSAGES[number])[values ? await wayOf(account, values) : 'all'],
        ...[...span, ...page, ...clock, ...(values ?? []), ...(user_id ? [user_id] : [])],
      )
    : number === 'customers'
      ? await account.run(
          BEHIND_CUSTOMERS[filters.field ?? 'browser'],
          ...[range.days[0]?.day ?? null, range.days.at(-1)?.day ?? null, ...page, ...(values ?? NO_FILTERS)],
          ...[filters.value ?? null, filters.except ?? null],
        )
      : await account.run(
          BEHIND_CONVERSATIONS[number],
          ...[...span, ...page, ...(values ?? NO_FILTERS), at_least ?? null, at_most ?? null],
        )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(toReportConversation), next: rows.length > limit && last ? toCursor(last) : null }
}

interface Row {
  id: string
  position: string
  moment: Date
  seconds: number | null
  subject: string | null
  status: 'open' | 'closed'
  source: string
  created_at: Date
  closed_at: Date | null
  customer_id: string
  customer_name: string | null
  customer_email: string | null
}

const toReportConversation = (row: Row): ReportConversation => ({
  id: row.id,
  subject: row.subject,
  status: row.status,
  source: row.source,
  created_at: toInstant(row.created_at),
  closed_at: toInstantOrNull(row.closed_at),
  seconds: row.seconds,
  customer: { id: row.customer_id, name: row.customer_name, email: row.customer_email },
})

const toCursor = ({ moment, position }: Row) => Buffer.from(`${moment.toISOString()} ${position}`).toString('base64url')

function readCursor(cursor: string) {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, moment, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  if (!moment || !id || Number.isNaN(Date.parse(moment))) throw malformed()
  return { moment, id }
}

/** With the customer's name. `found` has the ids, in the order of the list. */
const withCustomers = (found: string) => `with found as (${found})
  select found.conversation_id as id, found.position, found.moment, found.seconds, c.subject, c.status, c.source,
    c.created_at, c.closed_at, k.id as customer_id, k.name as customer_name, k.email as customer_email
  from found
  join conversations c on c.account_id = $1 and c.id = found.conversation_id
  join customers k on k.account_id = $1 and k.id = c.customer_id
  order by found.moment desc, found.position desc`

/**
 * Each conversation once: by its last message of the range. Messages are read in the order of an index until the page is
 * full. With filters that only few conversations match, the last message of each of them is looked up instead.
 */
const behindMessages = (name: string, kind: (message: string, user_id: string) => string) => {
  const partsOf = (user_id: string) => {
    const counts = (m: string) => `${m}.created_at >= $2 and ${m}.created_at < $3 and ${kind(m, user_id)}
      and ($8::int is null or extract(dow from ${m}.created_at at time zone $7) = $8::int)
      and ($9::int is null or extract(hour from ${m}.created_at at time zone $7) = $9::int)`
    const last = (conversation_id: string, columns: string) => `select ${columns} from messages last
      where last.account_id = $1 and last.conversation_id = ${conversation_id} and ${counts('last')}
      order by last.seq desc limit 1`
    return { counts, last }
  }
  const page = 'order by 3 desc, 2 desc limit $6'
  const walked = (conversations: string, { counts, last } = partsOf('$10')) => `
    select m.conversation_id, m.id as position, m.created_at as moment, null::int as seconds
    from messages m ${conversations}
    where m.account_id = $1 and (m.created_at, m.id) < ($4, $5::uuid) and ${counts('m')}
      and m.seq = (${last('m.conversation_id', 'last.seq')}) ${page}`
  const filtered = partsOf('$15')
  const matchingConversations = `join report_conversations r on r.account_id = $1
    and r.conversation_id = m.conversation_id and ${matching(10)}`
  const collected = `
    select r.conversation_id, found.id as position, found.created_at as moment, null::int as seconds
    from report_conversations r
    cross join lateral (${filtered.last('r.conversation_id', 'last.id, last.created_at')}) as found
    where r.account_id = $1 and ${matching(10)} and (found.created_at, found.id) < ($4, $5::uuid) ${page}`
  const statement = (way: string, sql: string) =>
    defineStatement<Row>(`reporting.behind-${name}-${way}`, withCustomers(sql))
  return {
    all: statement('all', walked('')),
    many: statement('many', walked(matchingConversations, filtered)),
    few: statement('few', collected),
  }
}

const BEHIND_MESSAGES = {
  messages: behindMessages('messages', () => 'true'),
  received: behindMessages('received', (m) => `${m}.customer_id is not null`),
  sent: behindMessages('sent', (m) => `${m}.user_id is not null`),
}
const OF_USER = behindMessages('messages-of-user', (m, user_id) => `${m}.user_id = ${user_id}::bigint`)

const FEW = 5_000

async function wayOf(account: Account, filters: unknown[]) {
  const [found] = await account.run(countMatching, ...filters, FEW + 1)
  return (found?.count ?? 0) > FEW ? 'many' : 'few'
}

const countMatching = defineStatement<{ count: number }>(
  'reporting.count-matching',
  `select count(*) as count
  from (select from report_conversations r where r.account_id = $1 and ${matching(2)} limit $7) as found`,
)

const isOfMessages = (number: ReportNumber): number is keyof typeof BEHIND_MESSAGES => number in BEHIND_MESSAGES

const behindConversations = (name: string, seconds: string) =>
  defineStatement<Row>(
    `reporting.behind-${name}`,
    withCustomers(`select r.conversation_id, r.conversation_id as position, r.created_at as moment, ${seconds} as seconds
    from report_conversations r
    where r.account_id = $1 and r.created_at >= $2 and r.created_at < $3
      and (r.created_at, r.conversation_id) < ($4, $5::uuid) and ${matching(7)}
      and ($12::int is null or ${seconds} >= $12::int) and ($13::int is null or ${seconds} <= $13::int)
      ${seconds === 'null::int' ? '' : `and ${seconds} is not null`}
    order by r.created_at desc, r.conversation_id desc limit $6`),
  )

const secondsUntil = (time: string) =>
  `case when r.${time} is not null then greatest(floor(extract(epoch from r.${time} - r.created_at)), 0)::int end`

const BEHIND_CONVERSATIONS: Record<
  Exclude<ReportNumber, keyof typeof BEHIND_MESSAGES | 'customers'>,
  Statement<Row>
> = {
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
