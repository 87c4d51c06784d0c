import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { matching } from './filters.js'
import { addDays, offsetAt, startOfDay } from './local-days.js'
import type { ReportDay } from './read-range.js'

/** Messages of one day. `user_id` is 0 unless users wrote them; `hour` is -1 unless customers did. */
export interface MessageCount {
  day: string
  user_id: number
  hour: number
  count: number
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
  join messages m on m.account_id = $1 and m.created_at >= span.from_time and m.created_at < span.to_time`

const countOf = (conversations: string) => `
  select span.day, ${USER_ID} as user_id, ${HOUR} as hour, count(*) as count
  from ${MESSAGES} ${conversations} group by 1, 2, 3`

const ofAll = defineStatement<MessageCount>('reporting.count-messages', countOf(''))
const ofMatching = defineStatement<MessageCount>(
  'reporting.count-messages-of',
  countOf(`join report_conversations r
    on r.account_id = $1 and r.conversation_id = m.conversation_id and ${matching(6)}`),
)

const storeCounts = defineStatement<MessageCount>(
  'reporting.store-message-counts',
  `with stored as (
    insert into report_conversation_days (account_id, day, conversation_id, user_id, hour, messages)
    select $1, span.day::date, m.conversation_id, ${USER_ID}, ${HOUR}, count(*) from ${MESSAGES} group by 1, 2, 3, 4, 5
    returning account_id, day, user_id, hour, messages
  )
  select day::text as day, user_id, hour, sum(messages) as count from stored where account_id = $1 group by 1, 2, 3`,
)

const ofStored = defineStatement<MessageCount>(
  'reporting.count-stored-messages-of',
  `select d.day::text as day, d.user_id, d.hour, sum(d.messages) as count
  from report_conversation_days d
  join report_conversations r on r.account_id = $1 and r.conversation_id = d.conversation_id and ${matching(3)}
  where d.account_id = $1 and d.day = any($2::date[]) group by 1, 2, 3`,
)
