import type { ReportFilters } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { countMessages, countStoredMessages, spansOf, storeMessageCounts } from './count-messages.js'
import type { AccountClock } from './account-clock.js'
import { storeTimes } from './count-times.js'
import { filterValues } from './filters.js'
import { dayAt } from './local-days.js'
import { countOpenDays, countsIn, firstOpenDay, isBehind, storeOpenDays, type OpenDay } from './open-days.js'
import type { ReportRange } from './read-range.js'
import { rollDays, type RolledDay } from './roll-days.js'
import { readWeekCustomers, readWeeks, storeWeeks, type CustomersOfWeek, type TimesOfWeek } from './stored-weeks.js'

const AT_ONCE = 92
/** The times that a report has of each conversation. */
const KINDS = ['first_reply', 'resolution'] as const

export interface ReadDays {
  /** In order. Days of `weeks` have no times, and days of `customers` no customers. */
  days: RolledDay[]
  weeks: TimesOfWeek[]
  customers: CustomersOfWeek[]
}

/**
 * The days of a range. Whole days of the past are stored; only changed ones, the current day and parts of days are counted
 * again.
 */
export async function readDays(account: Account, range: ReportRange, filters: ReportFilters = {}): Promise<ReadDays> {
  const values = filterValues(filters)
  const state = await readyState(account, range, values ? [] : wholeDaysOf(range))
  const { days: stored, weeks, customers } = await readStored(account, range, values !== undefined)
  const known = values ? await rollMatching(account, range.zone, stored, values) : stored
  const found = new Map(known.map((row): [string, RolledDay] => [row.day, row]))
  const missing = range.days.filter(({ day }) => !found.has(day))
  const spans = spansOf(range.zone, missing)
  const messages = values
    ? await countMessages(account, spans, values)
    : await countOpenDays(account, range.zone, missing, state.open)
  const names = missing.map(({ day }) => day)
  for (const rolled of await rollDays(account, names, spans, messages, values)) found.set(rolled.day, rolled)
  return { days: range.days.flatMap(({ day }) => found.get(day) ?? []), weeks, customers }
}

const wholeDaysOf = ({ days }: ReportRange) => days.filter(({ part }) => !part).map(({ day }) => day)
const settledDaysOf = (range: ReportRange) => {
  const open = firstOpenDay(range.zone)
  return wholeDaysOf(range).filter((day) => day < open)
}

/** The days of a range that are stored, after those that changed were counted again. */
export async function storedDaysOf(account: Account, range: ReportRange) {
  await readyState(account, range, [])
  const [first, last] = endsOf(wholeDaysOf(range))
  if (!first || !last) return []
  const names = account.from('report_days').select('day').where('day', '>=', first).where('day', '<=', last)
  return (await names.execute()).map(({ day }) => day)
}

const endsOf = (days: string[]) => [days[0], days.at(-1)]

/** Stored days with the conversations that match filters. */
async function rollMatching(account: Account, zone: string, stored: RolledDay[], filters: unknown[]) {
  const days = stored.map(({ day }) => day)
  const spans = spansOf(
    zone,
    days.map((day) => ({ day })),
  )
  return rollDays(account, days, spans, await countStoredMessages(account, days, filters), filters)
}

interface State {
  changed: boolean
  stored: number
  open: OpenDay[]
}

/** What is stored of the range, after it was brought up to date. `open` are days of which the part before now is needed. */
async function readyState(account: Account, range: ReportRange, open: string[]): Promise<State> {
  const settled = settledDaysOf(range)
  const read = async () => {
    const [first, last] = endsOf(settled)
    const values = [firstOpenDay(range.zone), range.zone, JSON.stringify(range.hours), first ?? null, last ?? null]
    const [row] = await account.run(readState, ...values)
    const open = (row?.open ?? []).map(({ counts, ...day }) => ({ ...day, counts: countsIn(counts) }))
    return { changed: row?.changed ?? true, stored: row?.stored ?? 0, open }
  }
  const state = await read()
  const isCurrent = !state.changed && state.stored >= settled.length && !isBehind(range.zone, open, state.open)
  if (isCurrent || range.days.length === 0) return state
  await storeDays(account, range, settled)
  return read()
}

interface StateRow {
  changed: boolean
  stored: number
  open: Array<{ day: string; until: number; counts: unknown }> | null
}

const readState = defineStatement<StateRow>(
  'reporting.read-state',
  `select time_zone <> $3 or working_hours <> $4::jsonb
    or exists (select from report_changes c where c.account_id = $1)
    or exists (select from report_days d where d.account_id = $1 and d.day >= $2) as changed,
    (select count(*) from report_days d where d.account_id = $1 and d.day >= $5::date and d.day <= $6::date)::int as stored,
    (select jsonb_agg(jsonb_build_object('day', o.day, 'until', extract(epoch from o.until) * 1000, 'counts', o.counts))
      from report_open_days o where o.account_id = $1) as open
  from report_accounts where account_id = $1`,
)

async function readStored(account: Account, range: ReportRange, isFiltered: boolean): Promise<ReadDays> {
  const settled = settledDaysOf(range)
  const [first, last] = endsOf(settled)
  if (!first || !last) return { days: [], weeks: [], customers: [] }
  const weeks = isFiltered ? [] : await readWeeks(account, [first, last], 'wall', KINDS)
  const customers = isFiltered ? [] : await readWeekCustomers(account, [first, last])
  const startsOf = (kind: string) => weeks.flatMap((week) => (week.kind === kind ? week.start : []))
  const starts = [startsOf('first_reply'), startsOf('resolution'), customers.map(({ start }) => start)]
  const days = await account.run(listDays, first, last, ...starts)
  // Another process has just dropped a day. It is counted now, so it must not be counted with its week.
  if (days.length < settled.length && weeks.length + customers.length > 0)
    return { days: await account.run(listDays, first, last, [], [], []), weeks: [], customers: [] }
  return { days, weeks, customers }
}

const EMPTY = `''::bytea`
const isIn = (starts: string) => `d.day - extract(dow from d.day)::int = any(${starts}::date[])`
const unlessIn = (starts: string, column: string) =>
  `case when ${isIn(starts)} then ${EMPTY} else d.${column} end as ${column}`

const listDays = defineStatement<RolledDay>(
  'reporting.list-days',
  `select d.day::text as day, case when ${isIn('$6')} then d.numbers - 'customers' else d.numbers end as numbers,
    ${unlessIn('$4', 'first_replies')}, ${unlessIn('$5', 'resolutions')}
  from report_days d where d.account_id = $1 and d.day >= $2::date and d.day <= $3::date`,
)

/** One writer at a time for each account. A change that comes meanwhile is found by the next reader. */
function storeDays(account: Account, clock: AccountClock, days: string[]) {
  const { zone } = clock
  return account.transaction(async (account) => {
    await lockDays(account, clock)
    await dropChangedDays(account, zone)
    // A server whose clock was ahead may have stored days that are not over.
    await account.delete('report_days').where('day', '>=', firstOpenDay(zone)).execute()
    await storeMissing(account, clock, days)
    await storeOpenDays(account, zone)
  })
}

async function storeMissing(account: AccountTransaction, clock: AccountClock, days: string[]) {
  const { zone } = clock
  const [first, last] = endsOf(days)
  if (!first || !last) return
  const known = account.from('report_days').select('day').where('day', '>=', first).where('day', '<=', last)
  const stored = new Set((await known.execute()).map(({ day }) => day))
  const missing = days.filter((day) => !stored.has(day))
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    const part = missing.slice(at, at + AT_ONCE)
    const spans = spansOf(
      zone,
      part.map((day) => ({ day })),
    )
    const rolled = await rollDays(account, part, spans, await storeMessageCounts(account, spans))
    await storeTimes(account, clock, part, spans)
    for (const row of rolled)
      await account.insert('report_days', { ...row, numbers: JSON.stringify(row.numbers) }).execute()
  }
  await storeWeeks(account, missing)
}

async function lockDays(account: AccountTransaction, { zone, hours }: AccountClock) {
  const clock = { time_zone: zone, working_hours: JSON.stringify(hours) }
  const first = account.insert('report_accounts', clock)
  await first.onConflict((conflict) => conflict.doNothing()).execute()
  await account.from('report_accounts').select('time_zone').forUpdate().executeTakeFirstOrThrow()
  const changed = account.update('report_accounts').set(clock)
  const { numUpdatedRows } = await changed
    .where(({ eb, or }) =>
      or([eb('time_zone', '<>', zone), eb('working_hours', '<>', sql<unknown[]>`${clock.working_hours}::jsonb`)]),
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await forgetDays(account)
}

/** They are counted again with the next report. */
export async function forgetDays(account: Account) {
  await account.delete('report_days').execute()
  await account.delete('report_open_days').execute()
}

async function dropChangedDays(account: AccountTransaction, zone: string) {
  const changes = await account.delete('report_changes').returning(['changed_at', 'changed_day', 'messages']).execute()
  const daysOf = (those: typeof changes) => [...new Set(those.flatMap((change) => dayOf(zone, change) ?? []))]
  const [all, ofMessages] = [daysOf(changes), daysOf(changes.filter(({ messages }) => messages))]
  if (all.length > 0) await account.delete('report_days').where('day', 'in', all).execute()
  if (ofMessages.length > 0) await account.delete('report_open_days').where('day', 'in', ofMessages).execute()
}

const dayOf = (zone: string, { changed_at, changed_day }: { changed_at: Date | null; changed_day: string | null }) =>
  changed_at ? dayAt(zone, changed_at.getTime()) : changed_day
