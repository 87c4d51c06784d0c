import type { ReportNumber } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { withCustomers, type BehindRow } from './behind-row.js'
import { isReply, waitingSince } from './count-messages.js'
import { matching } from './filters.js'
import { secondsBetween } from './working-time.js'

const noReplyBefore = (m: string, more: string) => `${isReply(m)} and not exists (select from messages before
  where before.account_id = $1 and before.conversation_id = ${m}.conversation_id and before.seq < ${m}.seq
    and ${isReply('before')}${more})`

/** How long a customer had waited for this reply, with the counted time in three parameters from this one. */
const waited = (m: string, first: number) => {
  const since = waitingSince(m)
  return `(select case when wait.since is not null then ${secondsBetween('wait.since', `${m}.created_at`, first)} end
    from (select ${since} as since) as wait)`
}

/** The messages that a number counts. `first` is the first parameter of its own. */
const COUNTED = {
  messages: () => 'true',
  received: (m: string) => `${m}.customer_id is not null`,
  sent: (m: string) => `${m}.user_id is not null`,
  replies: isReply,
  handled: (m: string) => noReplyBefore(m, ` and before.user_id = ${m}.user_id`),
  answered_first: (m: string) => noReplyBefore(m, ''),
  next_reply: (m: string, first: number) =>
    `${isReply(m)} and ${waited(m, first + 2)} between coalesce($${first}::int, 0) and coalesce($${first + 1}::int, 2147483647)`,
}
export type MessageNumber = keyof typeof COUNTED

export const isOfMessages = (number: ReportNumber): number is MessageNumber => number in COUNTED

/** Keeps PostgreSQL from finding the last message of a conversation by the index of all messages by time. */
const AS_FILTER = `(last.created_at + interval '0')`

/** The statements for the messages that a number counts: of all users, or of one. */
export const behindMessages = (number: MessageNumber, user_id: number | null | undefined) =>
  (user_id ? ofOne : ofAll)[number]

/**
 * Each conversation once: by its last message of the range. Messages are read in the order of an index until the page is
 * full. With filters that only few conversations match, the last message of each of them is looked up instead. $7 and $8 are
 * the starts and the ends of `clockPeriods`.
 */
const statementsOf = (number: MessageNumber, isOfUser = false) => {
  const partsOf = (next: number) => {
    const user_id = `$${next}`
    const first = isOfUser ? next + 1 : next
    const kind = (m: string) =>
      `${isOfUser ? `${m}.user_id = ${user_id}::bigint and ` : ''}${COUNTED[number](m, first)}`
    const seconds = (m: string) => (number === 'next_reply' ? waited(m, first + 2) : 'null::int')
    const counts = (m: string, time = `${m}.created_at`) => `${time} >= $2 and ${time} < $3 and ${kind(m)}
      and ($7::timestamptz[] is null
        or ${m}.created_at < ($8::timestamptz[])[width_bucket(${m}.created_at, $7::timestamptz[])])`
    const last = (conversation_id: string, columns: string) => `select ${columns} from messages last
      where last.account_id = $1 and last.conversation_id = ${conversation_id} and ${counts('last', AS_FILTER)}
      order by last.seq desc limit 1`
    return { counts, last, seconds, chosen: isOfUser ? `m.user_id = ${user_id}::bigint` : 'true' }
  }
  const page = 'order by 3 desc, 2 desc limit $6'
  const walked = (conversations: string, { counts, last, seconds, chosen } = partsOf(9)) => `
    select m.conversation_id, m.id as position, m.created_at as moment, ${seconds('m')} as seconds
    from (
      select m.account_id, m.conversation_id, m.id, m.seq, m.created_at, m.customer_id, m.user_id, m.private, m.type
      from messages m where m.account_id = $1 and m.created_at >= $2 and m.created_at < $3
        and (m.created_at, m.id) < ($4, $5::uuid) and ${chosen}
      -- Keeps PostgreSQL from reading and sorting all messages of the range before it filters.
      order by m.created_at desc, m.id desc offset 0
    ) as m ${conversations}
    where ${counts('m')} and m.seq = (${last('m.conversation_id', 'last.seq')}) ${page}`
  const filtered = partsOf(14)
  const matchingConversations = `join report_conversations r on r.account_id = $1
    and r.conversation_id = m.conversation_id and ${matching(9)}`
  const collected = `
    select r.conversation_id, found.id as position, found.created_at as moment, found.seconds
    from report_conversations r
    cross join lateral (${filtered.last('r.conversation_id', `last.id, last.created_at, ${filtered.seconds('last')} as seconds`)})
      as found
    where r.account_id = $1 and ${matching(9)} and (found.created_at, found.id) < ($4, $5::uuid) ${page}`
  const statement = (way: string, sql: string) =>
    defineStatement<BehindRow>(`reporting.behind-${number}${isOfUser ? '-of-user' : ''}-${way}`, withCustomers(sql))
  return {
    all: statement('all', walked('')),
    many: statement('many', walked(matchingConversations, filtered)),
    few: statement('few', collected),
  }
}

type Statements = Record<MessageNumber, ReturnType<typeof statementsOf>>
const NUMBERS = Object.keys(COUNTED) as MessageNumber[]
const statements = (isOfUser: boolean) =>
  Object.fromEntries(NUMBERS.map((number) => [number, statementsOf(number, isOfUser)])) as Statements
const ofAll = statements(false)
const ofOne = statements(true)

const FEW = 5_000

/** How many conversations match decides how the list is read. */
export async function wayOf(account: Account, filters: unknown[]) {
  const [found] = await account.run(countMatching, ...filters, FEW + 1)
  return (found?.count ?? 0) > FEW ? 'many' : 'few'
}

const countMatching = defineStatement<{ count: number }>(
  'reporting.count-matching',
  `select count(*) as count
  from (select from report_conversations r where r.account_id = $1 and ${matching(2)} limit $7) as found`,
)
