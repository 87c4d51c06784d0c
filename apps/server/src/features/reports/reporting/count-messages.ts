import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineFiltered, matching } from './filters.js'
import { addDays, offsetAt, startOfDay } from './local-days.js'
import type { ReportDay } from './read-range.js'
import { createdInSpan, defineForSpans } from './spans.js'

/** Messages of one day. `user_id` is 0 unless users wrote them; `hour` is -1 unless customers did. */
export interface MessageCount {
  day: string
  user_id: number
  hour: number
  count: number
  /** Public ones of users. */
  replies: number
  /** Conversations in which the user replied for the first time. */
  handled: number
  /** Conversations in which no user had replied before, and the sum of their times. */
  first_replies: number
  first_reply_seconds: number
}

/** A day, or a part of one, in which the clocks do not change. */
export interface Span {
  day: string
  from: number
  to: number
  /** How far the clocks are ahead of UTC. */
  offset: number
}

export function spansOf(zone: string, days: ReportDay[]): Span[] {
  return days.flatMap(({ day, part }) => {
    const [from, to] = part ? [part.from, part.to] : [startOfDay(zone, day), startOfDay(zone, addDays(day, 1))]
    if (to <= from) return []
    const [offset, later] = [offsetAt(zone, from), offsetAt(zone, to - 1)]
    if (offset === later) return [{ day, from, to, offset }]
    const change = firstMoment(from, to - 1, (at) => offsetAt(zone, at) === later)
    return [
      { day, from, to: change, offset },
      { day, from: change, to, offset: later },
    ]
  })
}

function firstMoment(from: number, to: number, isAfter: (at: number) => boolean) {
  let [early, late] = [from, to]
  while (early < late) {
    const middle = early + Math.floor((late - early) / 2)
    if (isAfter(middle)) late = middle
    else early = middle + 1
  }
  return late
}

/** Reads the messages of these spans, of all conversations or of those that match filters. */
export function countMessages(account: Account, spans: Span[], filters?: unknown[]) {
  if (spans.length === 0) return Promise.resolve([])
  return filters ? account.run(ofMatching, ...toValues(spans), ...filters) : account.run(ofAll, ...toValues(spans))
}

/** Stores the counts of each conversation, and adds them up. */
export async function storeMessageCounts(account: AccountTransaction, spans: Span[]) {
  if (spans.length === 0) return []
  const days = new Set(spans.map(({ day }) => day))
  await account
    .delete('report_conversation_days')
    .where('day', 'in', [...days])
    .execute()
  return account.run(storeCounts, ...toValues(spans))
}

/** Adds up what is stored of the conversations that match filters. Reads no messages. */
export function countStoredMessages(account: Account, days: string[], filters: unknown[]) {
  return days.length === 0 ? Promise.resolve([]) : account.run(ofStored, days, ...filters)
}

const iso = (at: number) => new Date(at).toISOString()
const toValues = (spans: Span[]) => [
  spans.map(({ day }) => day),
  spans.map(({ from }) => iso(from)),
  spans.map(({ to }) => iso(to)),
  spans.map(({ offset }) => offset / 1000),
]

const USER_ID = 'coalesce(m.user_id, 0)'
const HOUR = `case when m.customer_id is null then -1
  else mod(floor((extract(epoch from m.created_at) + span.ahead) / 3600)::bigint, 24) end::int`
const MESSAGES = `unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::int[]) as span (day, from_time, to_time, ahead)
  ${createdInSpan('messages', 'm')}`

/** A public message of a user, and not of a bot. */
export const isReply = (message: string) =>
  `${message}.user_id is not null and not ${message}.private and ${message}.type = 'reply'`

/** Since when a customer had waited for this reply: the first of their messages after the reply before it. */
export const waitingSince = (reply: string) => `(select w.created_at from messages w
  where w.account_id = $1 and w.conversation_id = ${reply}.conversation_id and w.seq < ${reply}.seq
    and w.customer_id is not null and w.seq > coalesce((select before.seq from messages before
      where before.account_id = $1 and before.conversation_id = ${reply}.conversation_id and before.seq < ${reply}.seq
        and ${isReply('before')} order by before.seq desc limit 1), 0)
  order by w.seq limit 1)`

const WAIT = `cross join lateral (select case when ${isReply('m')} then ${waitingSince('m')} end as since) as wait`
const WAITS = `array_agg(wait.since order by m.seq) filter (where wait.since is not null) as waiting_since,
  array_agg(m.created_at order by m.seq) filter (where wait.since is not null) as replied_at`

/** By day, conversation, user and hour. */
const cellsOf = (conversations: string, more = '') => `
  select cell.*, coalesce(started.handled, 0) as handled, started.first_replied_at, started.first_reply_seconds
  from (
    select span.day, m.conversation_id, ${USER_ID} as user_id, ${HOUR} as hour, count(*) as messages,
      count(*) filter (where ${isReply('m')}) as replies, min(m.seq) filter (where ${isReply('m')}) as first_reply
      ${more}
    from ${MESSAGES} ${conversations} group by 1, 2, 3, 4
  ) as cell
  left join lateral (
    select 1 as handled, first.replied_at as first_replied_at,
      case when first.replied_at is not null
      then least(greatest(floor(extract(epoch from first.replied_at - c.created_at)), 0), 2147483647)::int end
      as first_reply_seconds
    from messages f join conversations c on c.account_id = $1 and c.id = f.conversation_id,
      lateral (select case when not exists (select from messages p where p.account_id = $1
        and p.conversation_id = cell.conversation_id and p.seq < cell.first_reply and ${isReply('p')})
        then f.created_at end as replied_at) as first
    where f.account_id = $1 and f.conversation_id = cell.conversation_id and f.seq = cell.first_reply
      and not exists (select from messages p where p.account_id = $1 and p.conversation_id = cell.conversation_id
        and p.seq < cell.first_reply and p.user_id = f.user_id and ${isReply('p')})
    -- Looks up a few rows for each cell. Without a limit PostgreSQL may join with all messages of the account.
    limit 1
  ) as started on true`

const SUMS = `sum(messages)::int as count, sum(replies)::int as replies, sum(handled)::int as handled,
  count(first_reply_seconds)::int as first_replies, coalesce(sum(first_reply_seconds), 0)::float8 as first_reply_seconds`

const countOf = (conversations: string) => `
  select day, user_id, hour, ${SUMS} from (${cellsOf(conversations)}) as cells group by 1, 2, 3`

const ofAll = defineForSpans<MessageCount>('reporting.count-messages', countOf(''))
const ofMatching = defineFiltered<MessageCount>(
  'reporting.count-messages-of',
  countOf(`join report_conversations r
    on r.account_id = $1 and r.conversation_id = m.conversation_id and ${matching(6)}`),
)

const storeCounts = defineForSpans<MessageCount>(
  'reporting.store-message-counts',
  `with stored as (
    insert into report_conversation_days (account_id, day, conversation_id, user_id, hour, messages, replies, handled,
      first_reply_seconds, first_replied_at, waiting_since, replied_at)
    select $1, day::date, conversation_id, user_id, hour, messages, replies, handled, first_reply_seconds,
      first_replied_at, waiting_since, replied_at
    from (${cellsOf(WAIT, `, ${WAITS}`)}) as cells
    returning account_id, day, user_id, hour, messages, replies, handled, first_reply_seconds
  )
  select day::text as day, user_id, hour, ${SUMS} from stored where account_id = $1 group by 1, 2, 3`,
)

const ofStored = defineFiltered<MessageCount>(
  'reporting.count-stored-messages-of',
  `select d.day::text as day, d.user_id, d.hour, ${SUMS}
  from report_conversation_days d
  join report_conversations r on r.account_id = $1 and r.conversation_id = d.conversation_id and ${matching(3)}
  where d.account_id = $1 and d.day = any($2::date[]) group by 1, 2, 3`,
)
