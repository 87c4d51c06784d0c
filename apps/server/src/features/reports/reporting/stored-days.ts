import type { ReportFilters } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { countMessages, countStoredMessages, spansOf, storeMessageCounts } from './count-messages.js'
import { filterValues } from './filters.js'
import { dayAt } from './local-days.js'
import type { ReportRange } from './read-range.js'
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
  const wanted = range.days.filter(({ part }) => !part).map(({ day }) => day)
  const stored = (await readStored(account, range.zone, wanted)) ?? (await storeDays(account, range.zone, wanted))
  const known = values ? await rollMatching(account, range.zone, stored, values) : stored
  const found = new Map(known.map((row): [string, RolledDay] => [row.day, row]))
  const missing = range.days.filter(({ day }) => !found.has(day))
  const spans = spansOf(range.zone, missing)
  const messages = await countMessages(account, spans, values)
  const names = missing.map(({ day }) => day)
  for (const rolled of await rollDays(account, names, spans, messages, values)) found.set(rolled.day, rolled)
  return range.days.flatMap(({ day }) => found.get(day) ?? [])
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
async function readStored(account: Account, zone: string, days: string[]) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const open = firstOpenDay(zone)
  const [state] = await account.run(readState, open)
  if (state?.time_zone !== zone || state.changed) return undefined
  const rows = await daysFrom(account, first, last)
  const settled = days.filter((day) => day < open).length
  return rows.length < settled ? undefined : rows
}

const readState = defineStatement<{ time_zone: string; changed: boolean }>(
  'reporting.read-state',
  `select time_zone, exists (select from report_changes c where c.account_id = $1)
    or exists (select from report_days d where d.account_id = $1 and d.day >= $2) as changed
  from report_accounts where account_id = $1`,
)

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
function storeDays(account: Account, zone: string, days: string[]) {
  return account.transaction(async (account) => {
    await lockDays(account, zone)
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
      for (const row of rolled)
        await account.insert('report_days', { ...row, numbers: JSON.stringify(row.numbers) }).execute()
      stored.push(...rolled)
    }
    return stored
  })
}

async function lockDays(account: AccountTransaction, time_zone: string) {
  const first = account.insert('report_accounts', { time_zone })
  await first.onConflict((conflict) => conflict.doNothing()).execute()
  const row = await account.from('report_accounts').select('time_zone').forUpdate().executeTakeFirstOrThrow()
  if (row.time_zone === time_zone) return
  await account.delete('report_days').execute()
  await account.update('report_accounts').set({ time_zone }).execute()
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
