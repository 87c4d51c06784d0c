import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { defineFiltered, matching } from './filters.js'
import { defineForSpans, SPANS } from './spans.js'

/**
 * The periods in which these conversations were open, by the event log and what an import knew of earlier times. The log may
 * lack an entry, so the conversation itself decides whether its last period has ended. `order by at, id` sorts late entries
 * by their time.
 */
const PERIODS = `changes as (
    select id as conversation_id, created_at as at, 0::bigint as id, 'open' as status, false as archived
    from conversations where account_id = $1 and id = any($2::uuid[])
    union all
    select c.id, greatest(past.at, c.created_at), past.number, past.status, null
    from conversations c join imported_status past on past.account_id = $1 and past.conversation_id = c.id
    where c.account_id = $1 and c.id = any($2::uuid[])
    union all
    select c.id, greatest(e.created_at, c.created_at), e.id, e.payload #>> '{became,status}',
      (e.payload #>> '{became,archived}')::boolean
    from conversations c join events e on e.account_id = $1 and e.conversation_id = c.id
    where c.account_id = $1 and c.id = any($2::uuid[])
      and e.type = 'conversation:updated' and (e.payload)::jsonb ?| array['became', 'begins']
      and (e.payload #> '{became,status}' is not null or e.payload #> '{became,archived}' is not null)
  ), filled as (
    select *, count(status) over history as of_status, count(archived) over history as of_archived
    from changes window history as (partition by conversation_id order by at, id)
  ), states as (
    select conversation_id, at, id, max(status) over (partition by conversation_id, of_status) = 'open'
      and not bool_or(archived) over (partition by conversation_id, of_archived) as is_open
    from filled
  ), turns as (
    select *, lag(is_open) over (partition by conversation_id order by at, id) as was_open from states
  ), periods as (
    select conversation_id, at as opened_at, id, is_open,
      lead(at) over (partition by conversation_id order by at, id) as closed_at
    from turns where is_open is distinct from was_open
  ), numbered as (
    select *, row_number() over (partition by conversation_id order by opened_at, id) as number,
      row_number() over (partition by conversation_id order by opened_at desc, id desc) as from_last
    from periods where is_open
  ), fresh as (
    select n.conversation_id, n.number, n.opened_at, case when n.from_last > 1 then n.closed_at
      when c.status = 'open' and c.archived_at is null then null
      else greatest(n.opened_at, coalesce(n.closed_at, c.closed_at, c.archived_at)) end as closed_at
    from numbered n join conversations c on c.account_id = $1 and c.id = n.conversation_id
  )`

/** Replaces the stored periods, and notes the days on which one of them began or ended, or no longer does. */
const COPY = `with ${PERIODS}, known as (
    select conversation_id, number, opened_at, closed_at from report_openings
    where account_id = $1 and conversation_id = any($2::uuid[])
  ), written as (
    insert into report_openings as stored (account_id, conversation_id, number, opened_at, closed_at)
    select $1, conversation_id, number, opened_at, closed_at from fresh
    on conflict (account_id, conversation_id, number) do update
      set opened_at = excluded.opened_at, closed_at = excluded.closed_at
      where (stored.opened_at, stored.closed_at) is distinct from (excluded.opened_at, excluded.closed_at)
  ), gone as (
    delete from report_openings old where account_id = $1 and conversation_id = any($2::uuid[])
      and not exists (select from fresh where fresh.conversation_id = old.conversation_id and fresh.number = old.number)
  ), before as (
    select conversation_id, number > 1 as again, opened_at as at from known
    union all select conversation_id, null, closed_at from known where closed_at is not null
  ), after as (
    select conversation_id, number > 1 as again, opened_at as at from fresh
    union all select conversation_id, null, closed_at from fresh where closed_at is not null
  )
  insert into report_changes (account_id, changed_at)
  select distinct $1::uuid, at
  from ((select * from before except select * from after) union all (select * from after except select * from before)) as moved
  where at < now() - interval '5 minutes'`

export const copyOpenings = defineStatement('reporting.copy-openings', COPY)

/** A plan for a few rows would read all conversations for each one of these. */
export const copyManyOpenings = defineStatement('reporting.copy-many-openings', COPY, { replanned: true })

/** How many conversations were open at a moment: those that are open now, without later openings and closings. */
export async function countOpenAt(account: Account, at: number, filters: unknown[] | undefined) {
  const moment = new Date(at).toISOString()
  const [found] = await account.run(countOpen[filters ? 'filtered' : 'all'], moment, ...(filters ?? []))
  return found?.count ?? 0
}

const openOf = () => {
  const those = (condition: string) =>
    `(select count(*) from report_openings o where o.account_id = $1 and ${condition})`
  return `select (${those('o.closed_at is null')} - ${those('o.opened_at >= $2')} + ${those('o.closed_at >= $2')})::int as count`
}

/** Looks for the conversations that match once. */
const openOfMatching = () => {
  const those = (condition: string, counted: number) =>
    `select conversation_id, ${counted} as counted from report_openings where account_id = $1 and ${condition}`
  return `select coalesce(sum(o.counted), 0)::int as count
    from (${those('closed_at is null', 1)} union all ${those('opened_at >= $2', -1)} union all ${those('closed_at >= $2', 1)}) as o
    ${reported(3)}`
}

const countOpen = {
  all: defineStatement<{ count: number }>('reporting.count-open', openOf()),
  filtered: defineFiltered<{ count: number }>('reporting.count-open-of', openOfMatching()),
}

interface OpeningsOfDay {
  day: string
  opened: number
  reopened: number
  closed: number
}

/** Counted in an index of times alone: the order makes PostgreSQL take it, also for an account that seems to be small. */
const those = (time: string, more = '') => `(select count(*) from (
    select from report_openings o
    where o.account_id = $1 and o.${time} >= span.from_time and o.${time} < span.to_time${more} order by o.${time} offset 0
  ) as found)`
const ofDay = `select span.day, sum(${those('opened_at')})::int as opened,
    sum(${those('opened_at', ' and o.number > 1')})::int as reopened, sum(${those('closed_at')})::int as closed
  from ${SPANS}
  group by span.day`

/** Of all days together, because PostgreSQL would collect the conversations that match again for each of them. */
const turns = (time: string, counts: string) => `select span.day, o.conversation_id, ${counts}
    from ${SPANS}
    join lateral (
      select conversation_id, number from report_openings
      where account_id = $1 and ${time} >= span.from_time and ${time} < span.to_time order by ${time} offset 0
    ) as o on true`
const ofDayMatching = `select o.day, sum(o.opened)::int as opened, sum(o.reopened)::int as reopened, sum(o.closed)::int as closed
  from (
    ${turns('opened_at', '1 as opened, (o.number > 1)::int as reopened, 0 as closed')}
    union all
    ${turns('closed_at', '0, 0, 1')}
  ) as o
  ${reported(5)}
  group by o.day`

/** Without filters every day has a row. With filters, days on which something happened. */
export const countOpenings = {
  all: defineForSpans<OpeningsOfDay>('reporting.count-openings', ofDay),
  filtered: defineFiltered<OpeningsOfDay>('reporting.count-openings-of', ofDayMatching),
}

function reported(first: number) {
  return `join report_conversations r on r.account_id = $1 and r.conversation_id = o.conversation_id and ${matching(first)}`
}
