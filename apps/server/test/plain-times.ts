import type { ReportTimes, WorkingHours } from '@papercups/contract'
import type { Pool } from 'pg'
import {
  average,
  chosenConversations,
  daysFrom,
  median,
  percentiles,
  weekStarts,
  type Filters,
} from './plain-numbers.js'

/** All clocks of the tests change by whole quarters of an hour, and so do their working hours. */
const QUARTER_MS = 900_000

interface Time {
  day: string
  user_id: number
  from: Date
  to: Date
}

interface Hours {
  zone: string
  hours: WorkingHours[]
}

/** Reads everything and counts in plain loops: the reference for stored times. */
export async function plainTimes(
  pool: Pool,
  account_id: string,
  { zone, hours }: Hours,
  [from, to]: [from: string, to: string],
  filters: Filters = {},
): Promise<ReportTimes> {
  const read = async <R>(sql: string): Promise<R[]> => (await pool.query(sql, [account_id, zone])).rows as R[]
  const chosen = chosenConversations(filters)
  const days = daysFrom(from, to)
  const conversations = await read<{
    day: string
    created_at: Date
    first_replied_at: Date | null
    closed_at: Date | null
  }>(
    `select (created_at at time zone $2)::date::text as day, created_at, first_replied_at, closed_at
    from conversations where account_id = $1 and id in ${chosen}`,
  )
  const messages = await read<Message>(
    `select (m.created_at at time zone $2)::date::text as day, m.conversation_id, m.created_at, m.user_id,
      m.customer_id, m.private, m.type, c.created_at as began_at
    from messages m join conversations c on c.id = m.conversation_id
    where m.account_id = $1 and c.id in ${chosen} order by m.conversation_id, m.seq`,
  )
  const users = await read<{ id: number; email: string }>(`select id, email, $2 as z from users where account_id = $1`)

  const earliest = Math.min(
    ...[...conversations, ...messages].map(({ created_at }) => created_at.getTime()),
    Date.now(),
  )
  const worked = hours.length === 0 ? undefined : await readClock({ pool, zone, hours }, earliest, Date.now())
  const secondsOf = ({ from, to }: Time) => {
    const [start, end] = [from.getTime(), to.getTime()]
    return Math.max(Math.floor((worked ? worked(start, end) : end - start) / 1000), 0)
  }
  const timed = (times: Time[]) => times.map((time) => ({ ...time, seconds: secondsOf(time) }))
  const until = (name: 'first_replied_at' | 'closed_at') =>
    conversations.flatMap((one): Time[] => {
      const end = one[name]
      return end ? [{ day: one.day, user_id: 0, from: one.created_at, to: end }] : []
    })
  const { waits, firsts } = replay(messages)
  const summary = (times: Time[]) => {
    const all = timed(times.filter(({ day }) => days.includes(day)))
    const values = all.map(({ seconds }) => seconds)
    return {
      count: values.length,
      average: average(values),
      median: median(values),
      percentiles: percentiles(values),
      weeks: weekStarts(from, to).map(({ start_date, dates }) => {
        const list = all.filter(({ day }) => dates.includes(day)).map(({ seconds }) => seconds)
        const week = { start_date, end_date: dates[6] ?? '', count: list.length }
        return { ...week, average: average(list), median: median(list) }
      }),
    }
  }
  return {
    first_reply: summary(until('first_replied_at')),
    next_reply: summary(waits),
    resolution: summary(until('closed_at')),
    agents: users
      .map(({ id, email }) => {
        const own = timed(firsts.filter(({ day, user_id }) => days.includes(day) && user_id === Number(id)))
        const values = own.map(({ seconds }) => seconds)
        return { user: { id: Number(id), email }, count: values.length, median: median(values) }
      })
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || a.user.id - b.user.id),
  }
}

interface Message {
  day: string
  conversation_id: string
  created_at: Date
  user_id: number | null
  customer_id: string | null
  private: boolean
  type: string
  began_at: Date
}

/** Message by message: who waits since when, and who replied first. */
function replay(messages: Message[]) {
  const waits: Time[] = []
  const firsts: Time[] = []
  const waitingSince = new Map<string, Date>()
  const answered = new Set<string>()
  for (const message of messages) {
    const { conversation_id: id, created_at: to, day, user_id } = message
    if (message.customer_id && !waitingSince.has(id)) waitingSince.set(id, to)
    if (!user_id || message.private || message.type !== 'reply') continue
    const from = waitingSince.get(id)
    if (from) waits.push({ day, user_id: 0, from, to })
    if (!answered.has(id)) firsts.push({ day, user_id: Number(user_id), from: message.began_at, to })
    waitingSince.delete(id)
    answered.add(id)
  }
  return { waits, firsts }
}

/** Looks at the clock in each quarter of an hour. */
async function readClock({ pool, zone, hours }: Hours & { pool: Pool }, from: number, to: number) {
  const first = Math.floor(from / QUARTER_MS) * QUARTER_MS
  const { rows } = await pool.query<{ weekday: number; minutes: number }>(
    `select extract(dow from shown)::int as weekday, (extract(hour from shown) * 60 + extract(minute from shown))::int as minutes
    from generate_series($2::timestamptz, $3::timestamptz, '15 minutes') at, lateral (select at at time zone $1 as shown) clock`,
    [zone, new Date(first), new Date(to)],
  )
  const works = rows.map(({ weekday, minutes }) => {
    const today = hours.find(({ day }) => covers(day, weekday))
    const yesterday = hours.find(({ day }) => covers(day, (weekday + 6) % 7))
    const isIn = today && minutes >= today.start_minute && (minutes < today.end_minute || isOvernight(today))
    return Boolean(isIn) || Boolean(yesterday && isOvernight(yesterday) && minutes < yesterday.end_minute)
  })
  return (from: number, to: number) => {
    let total = 0
    for (const [index, isWorking] of works.entries()) {
      const at = first + index * QUARTER_MS
      if (isWorking) total += Math.max(Math.min(to, at + QUARTER_MS) - Math.max(from, at), 0)
    }
    return total
  }
}

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const isOvernight = ({ start_minute, end_minute }: WorkingHours) => end_minute < start_minute
const covers = (day: string, weekday: number) =>
  day === 'everyday' || day === WEEK[weekday] || (day === 'weekdays' && weekday > 0 && weekday < 6)
