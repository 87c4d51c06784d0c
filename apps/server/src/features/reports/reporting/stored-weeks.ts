import type { ReportClock } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import type { TimesOfDay } from './count-times.js'
import { readSeconds } from './durations.js'
import { addDays, weekdayOf } from './local-days.js'
import { packSorted, unpackSorted } from './packed-seconds.js'
import type { CustomerCounts } from './roll-days.js'

/** The times of a whole week, sorted. */
export interface TimesOfWeek extends Pick<TimesOfDay, 'kind' | 'user_id'> {
  start: string
  values: Int32Array
}

/** The new customers of a whole week. */
export interface CustomersOfWeek {
  start: string
  counts: CustomerCounts
}

/** Weeks with fewer times have no rows: reading their days takes no longer. */
const FEWEST_BYTES = 2_000
/** Reports of fewer times list every single one, in the order of the days. */
export const LISTED_VALUES = 5_000
const AT_ONCE = 13

/** The Sunday on or before a day. */
const weekOf = (day: string) => addDays(day, -weekdayOf(day))

/** Stored weeks from the first to the last day, of those kinds that have more times than a report lists. */
export async function readWeeks(
  account: Account,
  [first, last]: [first: string, last: string],
  clock: ReportClock,
  kinds: ReadonlyArray<TimesOfDay['kind']>,
): Promise<TimesOfWeek[]> {
  const rows = await account.run(listWeeks, first, addDays(last, -6), clock, kinds, LISTED_VALUES)
  return rows.map(({ count, seconds, ...row }) => ({ ...row, values: unpackSorted(seconds, count) }))
}

/** Of all stored weeks from the first to the last day. Weeks without new customers have no rows. */
export const readWeekCustomers = (
  account: Account,
  [first, last]: [first: string, last: string],
): Promise<CustomersOfWeek[]> => account.run(listWeekCustomers, first, addDays(last, -6))

/** After these days were stored: forgets what is stored of their weeks, and stores those of which all days are. */
export async function storeWeeks(account: AccountTransaction, days: string[]) {
  const starts = [...new Set(days.map(weekOf))]
  for (let at = 0; at < starts.length; at += AT_ONCE) {
    const part = starts.slice(at, at + AT_ONCE)
    await account.delete('report_weeks').where('start', 'in', part).execute()
    await account.delete('report_week_customers').where('start', 'in', part).execute()
    await account.run(storeWeekCustomers, part)
    for (const { seconds, ...row } of await account.run(collectWeeks, part, FEWEST_BYTES)) {
      const values = readSeconds([seconds]).sort()
      await account.insert('report_weeks', { ...row, count: values.length, seconds: packSorted(values) }).execute()
    }
  }
}

const listWeeks = defineStatement<Omit<TimesOfWeek, 'values'> & { count: number; seconds: Buffer }>(
  'reporting.list-weeks',
  `with many as (
    select kind from report_weeks where account_id = $1 and clock = $4 and start >= $2::date and start <= $3::date
      and kind = any($5::text[]) group by kind having sum(count) > $6
  )
  select w.start::text as start, w.kind, w.user_id, w.count, w.seconds from report_weeks w
  where w.account_id = $1 and w.clock = $4 and w.start >= $2::date and w.start <= $3::date
    and w.kind in (select kind from many)`,
)

const listWeekCustomers = defineStatement<CustomersOfWeek>(
  'reporting.list-week-customers',
  `select start::text as start, counts from report_week_customers
  where account_id = $1 and start >= $2::date and start <= $3::date`,
)

const storeWeekCustomers = defineStatement(
  'reporting.store-week-customers',
  `with whole as (
    select w.start from unnest($2::date[]) as w (start)
    where (select count(*) from report_days d where d.account_id = $1 and d.day between w.start and w.start + 6) = 7
  ), named as (
    select whole.start, field.key as field, name.key as name, sum(name.value::int) as count
    from whole join report_days d on d.account_id = $1 and d.day between whole.start and whole.start + 6,
      lateral jsonb_each(d.numbers -> 'customers') as field, lateral jsonb_each_text(field.value) as name
    group by 1, 2, 3
  )
  insert into report_week_customers (account_id, start, counts)
  select $1, start, jsonb_object_agg(field, names)
  from (select start, field, jsonb_object_agg(name, count) as names from named group by 1, 2) as of_field group by start`,
)

interface CollectedWeek extends Pick<TimesOfDay, 'kind' | 'user_id'> {
  start: string
  clock: ReportClock
  /** Four bytes each. */
  seconds: Buffer
}

const collectWeeks = defineStatement<CollectedWeek>(
  'reporting.collect-weeks',
  `with whole as (
    select w.start from unnest($2::date[]) as w (start)
    where (select count(*) from report_days d where d.account_id = $1 and d.day between w.start and w.start + 6) = 7
      and (select coalesce(sum(length(t.seconds)), 0) from report_times t
        where t.account_id = $1 and t.clock = 'wall' and t.day between w.start and w.start + 6) >= $3
  )
  select w.start::text as start, t.clock, t.kind, t.user_id, string_agg(t.seconds, '') as seconds
  from whole w join report_times t on t.account_id = $1 and t.day between w.start and w.start + 6
    and t.clock in ('wall', 'working')
  group by 1, 2, 3, 4`,
)
