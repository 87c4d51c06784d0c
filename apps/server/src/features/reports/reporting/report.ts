import type { Report, ReportFilters } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { filterValues } from './filters.js'
import { weekdayOf } from './local-days.js'
import { countOpenAt } from './openings.js'
import type { ReportRange } from './read-range.js'
import {
  CUSTOMER_FIELDS,
  newUser,
  USER_NUMBERS,
  type CustomerCounts,
  type CustomerField,
  type RolledDay,
  type UserNumbers,
} from './roll-days.js'
import { readDays } from './stored-days.js'
import { summarizeTimes } from './summarize-times.js'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export async function getReport(account: Account, range: ReportRange, filters: ReportFilters): Promise<Report> {
  const { days, weeks, customers } = await readDays(account, range, filters)
  const byDate = (count: (day: RolledDay) => number) => days.map((day) => ({ date: day.day, count: count(day) }))
  const timesOf = (column: 'first_replies' | 'resolutions', kind: 'first_reply' | 'resolution') =>
    summarizeTimes(
      range,
      days.map((row) => ({ day: row.day, seconds: row[column] })),
      weeks.filter((week) => week.kind === kind),
    )
  const [firstReplies, resolutions] = [timesOf('first_replies', 'first_reply'), timesOf('resolutions', 'resolution')]
  return {
    messages_by_date: byDate(({ numbers }) => numbers.messages),
    conversations_by_date: byDate(({ numbers }) => numbers.conversations),
    open_conversations_by_date: openByDate(days, await countOpenAt(account, range.to, filterValues(filters))),
    reopened_conversations_by_date: byDate(({ numbers }) => numbers.reopened),
    sent_messages_by_date: byDate(({ numbers }) => numbers.sent),
    received_messages_by_date: byDate(({ numbers }) => numbers.received),
    ...(await userNumbers(account, days)),
    conversations_by_tag: await conversationsByTag(account, days),
    messages_by_weekday: messagesByWeekday(days),
    first_reply_count: firstReplies.count,
    average_time_to_first_reply: firstReplies.average,
    median_time_to_first_reply: firstReplies.median,
    first_reply_metrics_by_week: firstReplies.weeks.map(({ list, ...week }) => ({
      ...week,
      seconds_to_first_reply_list: list,
    })),
    resolution_count: resolutions.count,
    average_time_to_resolution: resolutions.average,
    median_time_to_resolution: resolutions.median,
    resolution_metrics_by_week: resolutions.weeks.map(({ list, ...week }) => ({
      ...week,
      seconds_to_resolution_list: list,
    })),
    first_reply_percentiles: firstReplies.percentiles,
    resolution_percentiles: resolutions.percentiles,
    received_by_hour: receivedByHour(days),
    ...customerBreakdowns([
      ...customers.map(({ counts }) => counts),
      ...days.flatMap((day) => day.numbers.customers ?? []),
    ]),
  }
}

/** At the end of each day. Counts backwards, because only the end is known. */
function openByDate(days: RolledDay[], atEnd: number) {
  let open = atEnd
  const backwards = days.toReversed().map(({ day, numbers }) => {
    const count = open
    open -= numbers.opened - numbers.closed
    return { date: day, count }
  })
  return backwards.toReversed()
}

async function userNumbers(account: Account, days: RolledDay[]) {
  const sums = new Map<number, UserNumbers>()
  for (const { numbers } of days)
    for (const [id, user] of Object.entries(numbers.users)) {
      const sum = sums.get(Number(id)) ?? newUser()
      for (const name of USER_NUMBERS) sum[name] += user[name]
      sums.set(Number(id), sum)
    }
  const found = sums.size === 0 ? [] : await emailsOf(account, [...sums.keys()])
  const users = found.map((user) => ({ user, ...(sums.get(user.id) ?? newUser()) }))
  const mostFirst = (name: 'messages' | 'handled') =>
    users.toSorted((a, b) => b[name] - a[name] || a.user.id - b.user.id)
  return {
    messages_per_user: mostFirst('messages').map(({ user, messages }) => ({ user, count: messages })),
    agents: mostFirst('handled').map(({ user, handled, replies, first_replies, first_reply_seconds: seconds }) => ({
      ...{ user, handled, replies, first_replies },
      average_time_to_first_reply: first_replies === 0 ? 0 : seconds / first_replies,
    })),
  }
}

export const emailsOf = (account: Account, ids: number[]) =>
  account.from('users').select(['id', 'email']).where('id', 'in', ids).execute()

/** New conversations. One with two tags counts for both. */
async function conversationsByTag(account: Account, days: RolledDay[]) {
  const counts = new Map<string, number>()
  for (const { numbers } of days)
    for (const [id, count] of Object.entries(numbers.tags)) counts.set(id, (counts.get(id) ?? 0) + count)
  if (counts.size === 0) return []
  const tags = account.from('tags').select(['id', 'name'])
  const found = await tags.where('id', 'in', [...counts.keys()]).execute()
  return found
    .map((tag) => ({ tag, count: counts.get(tag.id) ?? 0 }))
    .toSorted((a, b) => b.count - a.count || (a.tag.id < b.tag.id ? -1 : 1))
}

/** The average counts only dates on which customers wrote. */
function messagesByWeekday(days: RolledDay[]) {
  const totals = WEEKDAYS.map(() => ({ total: 0, dates: 0 }))
  for (const { day, numbers } of days) {
    const weekday = totals[weekdayOf(day)]
    if (!weekday || numbers.received === 0) continue
    weekday.total += numbers.received
    weekday.dates += 1
  }
  const inOrder = WEEKDAYS.map((day, at) => {
    const { total, dates } = totals[at] ?? { total: 0, dates: 0 }
    return { day, total, average: dates === 0 ? 0 : total / dates }
  })
  return [...inOrder.slice(1), ...inOrder.slice(0, 1)]
}

/** From Monday. */
function receivedByHour(days: RolledDay[]) {
  const week = WEEKDAYS.map(() => Array.from({ length: 24 }, () => 0))
  for (const { day, numbers } of days) {
    const hours = week[(weekdayOf(day) + 6) % 7]
    for (const [hour, count] of numbers.hours.entries()) if (hours) hours[hour] = (hours[hour] ?? 0) + count
  }
  return week
}

function customerBreakdowns(parts: CustomerCounts[]) {
  const counts: Record<CustomerField, Map<string, number>> = { browser: new Map(), os: new Map(), time_zone: new Map() }
  for (const part of parts)
    for (const field of CUSTOMER_FIELDS)
      for (const [name, count] of Object.entries(part[field]))
        counts[field].set(name, (counts[field].get(name) ?? 0) + count)
  const largestFirst = (field: CustomerField) =>
    [...counts[field]].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return {
    customer_breakdown_by_browser: largestFirst('browser').map(([browser, count]) => ({ browser, count })),
    customer_breakdown_by_os: largestFirst('os').map(([os, count]) => ({ os, count })),
    customer_breakdown_by_time_zone: largestFirst('time_zone').map(([time_zone, count]) => ({ time_zone, count })),
  }
}
