import type { ReportClock } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import type { AccountClock } from './account-clock.js'
import { isReply, waitingSince, type Span } from './count-messages.js'
import { defineFiltered, matching } from './filters.js'
import { createdInSpan, defineForSpans, SPANS } from './spans.js'
import { countedTime, secondsBetween } from './working-time.js'

/** Seconds of one day, in four bytes each. */
export interface TimesOfDay {
  day: string
  kind: 'first_reply' | 'next_reply' | 'resolution' | 'agent_first_reply'
  /** 0 unless they are of one user. */
  user_id: number
  seconds: Buffer
}

/** With the counted time, and the filters if there are any. */
interface Counting {
  counted: number[][]
  filters?: unknown[] | undefined
}

/** Of days, or of parts of them, that are not stored. */
export async function countTimes(account: Account, spans: Span[], counting: Counting) {
  if (spans.length === 0) return []
  const values = [...toValues(spans), ...counting.counted, ...(counting.filters ?? [])]
  return [
    ...(await account.run(ofConversations[kindOf(counting)], ...values)),
    ...(await account.run(ofMessages[kindOf(counting)], ...values)),
  ]
}

/** Of stored days, with the conversations that match filters. Reads no messages. */
export async function countStoredTimes(account: Account, spans: Span[], counting: Counting) {
  if (spans.length === 0) return []
  const more = [...counting.counted, ...(counting.filters ?? [])]
  const days = [...new Set(spans.map(({ day }) => day))]
  return [
    ...(await account.run(ofConversations.filtered, ...toValues(spans), ...more)),
    ...(await account.run(ofStored, days, ...more)),
  ]
}

const kindOf = ({ filters }: Counting) => (filters ? 'filtered' : 'all')

/** Of stored days and all conversations, without those that these weeks have. */
export const readStoredTimes = (
  account: Account,
  days: string[],
  clock: ReportClock,
  weeks: Array<Pick<TimesOfDay, 'kind'> & { start: string }>,
) => {
  const without = [weeks.map(({ kind }) => kind), weeks.map(({ start }) => start)]
  return days.length === 0 ? Promise.resolve([]) : account.run(readStored, days, clock, ...without)
}

/** After the messages of these days were counted and stored. */
export async function storeTimes(account: AccountTransaction, clock: AccountClock, days: string[], spans: Span[]) {
  await account.delete('report_times').where('day', 'in', days).execute()
  for (const kind of clock.hours.length > 0 ? (['wall', 'working'] as const) : (['wall'] as const))
    await account.run(storeAll, ...toValues(spans), ...(await countedTime(account, clock, kind)), kind)
}

const iso = (at: number) => new Date(at).toISOString()
const toValues = (spans: Span[]) => [
  spans.map(({ day }) => day),
  spans.map(({ from }) => iso(from)),
  spans.map(({ to }) => iso(to)),
]

const packed = (first: number) =>
  `string_agg(int4send(${secondsBetween('found.since', 'found.until', first)}), '') as seconds`

/** Times to the first reply and to the resolution belong to the day on which the conversation began. */
const conversationsOf = (filters = '') => `
  select span.day, found.kind, 0::bigint as user_id, ${packed(5)}
  from ${SPANS}
  ${createdInSpan('report_conversations', 'r')} ${filters}
  cross join lateral (values ('first_reply', r.created_at, r.first_replied_at), ('resolution', r.created_at, r.closed_at))
    as found (kind, since, until)
  where found.until is not null
  group by 1, 2`

/** Waits, and the first replies of each user, belong to the day of the reply. */
const messagesOf = (conversations = '') => `
  select span.day, found.kind, found.user_id, ${packed(5)}
  from ${SPANS}
  ${createdInSpan('messages', 'm')} and ${isReply('m')} ${conversations}
  cross join lateral (
    select 'next_reply', 0::bigint, ${waitingSince('m')}, m.created_at
    union all
    select 'agent_first_reply', m.user_id, c.created_at, m.created_at
    from conversations c where c.account_id = $1 and c.id = m.conversation_id
      and not exists (select from messages before where before.account_id = $1
        and before.conversation_id = m.conversation_id and before.seq < m.seq and ${isReply('before')})
  ) as found (kind, user_id, since, until)
  where found.since is not null
  group by 1, 2, 3`

/** The same from what is stored of each conversation. */
const storedOf = (first: number, conversations = '') => `
  select d.day::text as day, found.kind, found.user_id, ${packed(first)}
  from report_conversation_days d ${conversations}
  cross join lateral (
    select 'next_reply', 0::bigint, wait.since, wait.until
    from unnest(d.waiting_since, d.replied_at) as wait (since, until)
    union all
    select 'agent_first_reply', d.user_id, c.created_at, d.first_replied_at
    from conversations c where c.account_id = $1 and c.id = d.conversation_id and d.first_replied_at is not null
  ) as found (kind, user_id, since, until)
  where d.account_id = $1 and d.day = any($2::text[]::date[]) and d.replies > 0
  group by 1, 2, 3`

const reported = (conversation_id: string, first: number) =>
  `join report_conversations r on r.account_id = $1 and r.conversation_id = ${conversation_id} and ${matching(first)}`

const ofConversations = {
  all: defineForSpans<TimesOfDay>('reporting.times-of-conversations', conversationsOf()),
  filtered: defineFiltered<TimesOfDay>(
    'reporting.times-of-matching-conversations',
    conversationsOf(`and ${matching(8)}`),
  ),
}
const ofMessages = {
  all: defineForSpans<TimesOfDay>('reporting.times-of-messages', messagesOf()),
  filtered: defineFiltered<TimesOfDay>(
    'reporting.times-of-matching-messages',
    messagesOf(reported('m.conversation_id', 8)),
  ),
}
const ofStored = defineFiltered<TimesOfDay>(
  'reporting.times-of-matching-stored',
  storedOf(3, reported('d.conversation_id', 6)),
)

const storeAll = defineForSpans(
  'reporting.store-times',
  `insert into report_times (account_id, day, clock, kind, user_id, seconds)
  select $1, found.day::date, $8, found.kind, found.user_id, found.seconds
  from (${conversationsOf()} union all ${storedOf(5)}) as found`,
)

const readStored = defineStatement<TimesOfDay>(
  'reporting.read-times',
  `select day::text as day, kind, user_id, seconds from report_times
  where account_id = $1 and day = any($2::text[]::date[]) and clock = $3
    and (kind, day - extract(dow from day)::int) not in (select * from unnest($4::text[], $5::date[]))`,
)
