import type { ReportFilters } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { countMessages, countStoredMessages, spansOf, storeMessageCounts } from './count-messages.js'
import type { AccountClock } from './account-clock.js'
import { filterValues } from './filters.js'
import { dayAt } from './local-days.js'
import type { ReportRange } from './read-range.js'
import { storeTimes } from './count-times.js'
import { rollDays, type DayNumbers, type RolledDay } from './roll-days.js'

/** Days are stored when no transaction that began in them can still be open. */
const SETTLED_MS = 600_000
const AT_ONCE = 92

/**
 * The days of a range, in order. Whole days of the past are stored; only changed ones, the current day and parts of days are
 * counted again.
 */
export async function readDays(
  account: Account,
  range: ReportRange,
  filters: ReportFilters = {},
): Promise<RolledDay[]> {
  const values = filterValues(filters)
  const wanted = wholeDaysOf(range)
  const stored = (await readStored(account, range, wanted)) ?? (await storeDays(account, range, wanted))
  const known = values ? await rollMatching(account, range.zone, stored, values) : stored
  const found = new Map(known.map((row): [string, RolledDay] => [row.day, row]))
  const missing = range.days.filter(({ day }) => !found.has(day))
  const spans = spansOf(range.zone, missing)
  const messages = await countMessages(account, spans, values)
  const names = missing.map(({ day }) => day)
  for (const rolled of await rollDays(account, names, spans, messages, values)) found.set(rolled.day, rolled)
  return range.days.flatMap(({ day }) => found.get(day) ?? [])
}

const wholeDaysOf = ({ days }: ReportRange) => days.filter(({ part }) => !part).map(({ day }) => day)

/** The days of a range that are stored, after those that changed were counted again. */
export async function storedDaysOf(account: Account, range: ReportRange) {
  const wanted = wholeDaysOf(range)
  const stored = (await readStored(account, range, wanted, 'names')) ?? (await storeDays(account, range, wanted))
  return stored.map(({ day }) => day)
}

/** Stored days with the conversations that match filters. */
async function rollMatching(account: Account, zone: string, stored: RolledDay[], filters: unknown[]) {
  const days = stored.map(({ day }) => day)
  const spans = spansOf(
    zone,
    days.map((day) => ({ day })),
  )
  return rollDays(account, days, spans, await countStoredMessages(account, days, filters), filters)
}

/** Undefined if some of the days have to be counted again first. */
function readStored(account: Account, clock: AccountClock, days: string[]): Promise<RolledDay[] | undefined>
function readStored(account: Account, clock: AccountClock, days: string[], only: 'names'): Promise<Named[] | undefined>
async function readStored(account: Account, clock: AccountClock, days: string[], only?: 'names') {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const open = firstOpenDay(clock.zone)
  const [state] = await account.run(readState, open, clock.zone, JSON.stringify(clock.hours))
  if (!state || state.changed) return undefined
  const rows = await (only ? namesFrom : daysFrom)(account, first, last)
  const settled = days.filter((day) => day < open).length
  return rows.length < settled ? undefined : rows
}

type Named = Pick<RolledDay, 'day'>

const readState = defineStatement<{ changed: boolean }>(
  'reporting.read-state',
  `select time_zone <> $3 or working_hours <> $4::jsonb
    or exists (select from report_changes c where c.account_id = $1)
    or exists (select from report_days d where d.account_id = $1 and d.day >= $2) as changed
  from report_accounts where account_id = $1`,
)

const namesFrom = (account: Account, first: string, last: string) =>
  account.from('report_days').select('day').where('day', '>=', first).where('day', '<=', last).execute()

async function daysFrom(account: Account, first: string, last: string): Promise<RolledDay[]> {
  const rows = await account
    .from('report_days')
    .select(['day', 'numbers', 'first_replies', 'resolutions'])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute()
  return rows.map(({ numbers, ...row }) => ({ ...row, numbers: numbers as unknown as DayNumbers }))
}

/** One writer at a time for each account. A change that comes meanwhile is found by the next reader. */
function storeDays(account: Account, clock: AccountClock, days: string[]) {
  const { zone } = clock
  return account.transaction(async (account) => {
    await lockDays(account, clock)
    await dropChangedDays(account, zone)
    const open = firstOpenDay(zone)
    // A clock that was ahead has stored days that are not over.
    await account.delete('report_days').where('day', '>=', open).execute()
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) return []
    const stored = await daysFrom(account, first, last)
    const known = new Set(stored.map(({ day }) => day))
    const missing = days.filter((day) => !known.has(day) && day < open)
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
      stored.push(...rolled)
    }
    return stored
  })
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
  if (numUpdatedRows > 0n) await account.delete('report_days').execute()
}

async function dropChangedDays(account: AccountTransaction, zone: string) {
  const changes = await account.delete('report_changes').returning(['changed_at', 'changed_day']).execute()
  const days = new Set(changes.flatMap((change) => dayOf(zone, change) ?? []))
  if (days.size === 0) return
  await account
    .delete('report_days')
    .where('day', 'in', [...days])
    .execute()
}

const dayOf = (zone: string, { changed_at, changed_day }: { changed_at: Date | null; changed_day: string | null }) =>
  changed_at ? dayAt(zone, changed_at.getTime()) : changed_day

/** Earlier days are over: in their own zone, and in UTC, in which customers have their first day. */
function firstOpenDay(zone: string) {
  const at = Date.now() - SETTLED_MS
  const [here, utc] = [dayAt(zone, at), dayAt('UTC', at)]
  return here < utc ? here : utc
}
