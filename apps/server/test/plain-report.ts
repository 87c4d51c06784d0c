import type { Report } from '@papercups/contract'
import type { Pool } from 'pg'
import { plainOpenings } from './plain-openings.js'
import {
  average,
  chosenConversations,
  daysFrom,
  median,
  percentiles,
  weekStarts,
  type Filters,
} from './plain-numbers.js'

interface Reply {
  day: string
  conversation_id: string
  user_id: number
  seconds: number
}

/** Reads everything and counts in plain loops: the reference for the stored days. PostgreSQL knows the zone's clocks. */
export async function plainReport(
  pool: Pool,
  account_id: string,
  zone: string,
  [from, to]: [from: string, to: string],
  filters: Filters = {},
) {
  const read = async <R>(sql: string): Promise<R[]> => (await pool.query(sql, [account_id, zone])).rows as R[]
  const chosen = chosenConversations(filters)
  const messages = await read<{ day: string; hour: number; user_id: number | null; customer_id: string | null }>(
    `select (created_at at time zone $2)::date::text as day,
      extract(hour from created_at at time zone $2)::int as hour, user_id, customer_id from messages
    where account_id = $1 and conversation_id in ${chosen}`,
  )
  const conversations = await read<{ day: string; first_reply: number | null; resolution: number | null }>(
    `select (created_at at time zone $2)::date::text as day,
      case when first_replied_at is not null then greatest(floor(extract(epoch from first_replied_at - created_at)), 0)::int end as first_reply,
      case when closed_at is not null then greatest(floor(extract(epoch from closed_at - created_at)), 0)::int end as resolution
    from conversations where account_id = $1 and id in ${chosen} order by created_at, id`,
  )
  const customers = await read<Record<string, string | null>>(
    `select first_seen::text as day, browser, os, time_zone, $2::text as zone from customers where account_id = $1
    ${Object.keys(filters).length > 0 ? `and id in (select customer_id from conversations where id in ${chosen})` : ''}`,
  )
  const replies = await read<Reply>(
    `select (m.created_at at time zone $2)::date::text as day, m.conversation_id, m.user_id,
      greatest(floor(extract(epoch from m.created_at - c.created_at)), 0)::float8 as seconds
    from messages m join conversations c on c.id = m.conversation_id
    where m.account_id = $1 and m.user_id is not null and not m.private and m.type = 'reply' and c.id in ${chosen}
    order by m.seq`,
  )
  const tagged = await read<{ day: string; id: string; name: string }>(
    `select (c.created_at at time zone $2)::date::text as day, t.id, t.name
    from conversation_tags link join tags t on t.id = link.tag_id join conversations c on c.id = link.conversation_id
    where link.account_id = $1 and c.id in ${chosen}`,
  )
  const users = await read<{ id: number; email: string }>(`select id, email, $2 as z from users where account_id = $1`)

  const days = daysFrom(from, to)
  const within = <R extends { day?: string | null }>(rows: R[]) => rows.filter(({ day }) => day && days.includes(day))
  const byDate = (rows: Array<{ day?: string | null }>) =>
    days.map((date) => ({ date, count: rows.filter(({ day }) => day === date).length }))
  const received = within(messages).filter(({ customer_id }) => customer_id)
  const sent = within(messages).filter(({ user_id }) => user_id)

  const weekday = (day: string) => new Date(day).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  const byWeekday = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => {
    const those = received.filter((message) => weekday(message.day) === day)
    const dates = new Set(those.map((message) => message.day)).size
    return { day, total: those.length, average: dates === 0 ? 0 : those.length / dates }
  })

  const received_by_hour = byWeekday.map(({ day }) =>
    Array.from({ length: 24 }, (_, hour) => {
      const those = received.filter((message) => weekday(message.day) === day && message.hour === hour)
      return those.length
    }),
  )
  const secondsOf = (kind: 'first_reply' | 'resolution', among = days) =>
    within(conversations).flatMap((one) => (among.includes(one.day) && one[kind] !== null ? [one[kind]] : []))
  const weeks = (kind: 'first_reply' | 'resolution') => {
    return weekStarts(from, to).map(({ start_date, dates }) => {
      const list = secondsOf(kind, dates)
      const week = { start_date, end_date: dates[6] ?? '', count: list.length }
      return { ...week, list, average: average(list), median: median(list) }
    })
  }
  const breakdown = (field: string) => {
    const names = within(customers).map((customer) => customer[field] || 'Unknown')
    return [...new Set(names)]
      .map((name): [string, number] => [name, names.filter((other) => other === name).length])
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  }

  const isFirst = (reply: Reply, at: number, ofUser: boolean) =>
    !replies
      .slice(0, at)
      .some(
        ({ conversation_id, user_id }) =>
          conversation_id === reply.conversation_id && (!ofUser || user_id === reply.user_id),
      )
  const agents = users
    .map(({ id, email }) => {
      const those = replies
        .map((reply, at) => ({ ...reply, isOwn: isFirst(reply, at, true), isFirst: isFirst(reply, at, false) }))
        .filter(({ user_id, day }) => Number(user_id) === Number(id) && days.includes(day))
      const first = those.filter((reply) => reply.isFirst)
      return {
        user: { id: Number(id), email },
        handled: those.filter(({ isOwn }) => isOwn).length,
        replies: those.length,
        first_replies: first.length,
        average_time_to_first_reply: average(first.map(({ seconds }) => seconds)),
      }
    })
    .filter(({ user }) => sent.some(({ user_id }) => Number(user_id) === user.id))
    .toSorted((a, b) => b.handled - a.handled || a.user.id - b.user.id)

  const report: Report = {
    agents,
    conversations_by_tag: [...new Map(within(tagged).map(({ id, name }) => [id, { id, name }])).values()].map(
      (tag) => ({ tag, count: within(tagged).filter(({ id }) => id === tag.id).length }),
    ),
    messages_by_date: byDate(messages),
    conversations_by_date: byDate(conversations),
    ...(await plainOpenings(pool, account_id, zone, [from, to], filters)),
    sent_messages_by_date: byDate(sent),
    received_messages_by_date: byDate(received),
    messages_per_user: users
      .map((user) => ({
        user: { id: Number(user.id), email: user.email },
        count: sent.filter(({ user_id }) => Number(user_id) === Number(user.id)).length,
      }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || a.user.id - b.user.id),
    messages_by_weekday: byWeekday,
    first_reply_count: secondsOf('first_reply').length,
    average_time_to_first_reply: average(secondsOf('first_reply')),
    median_time_to_first_reply: median(secondsOf('first_reply')),
    first_reply_metrics_by_week: weeks('first_reply').map(({ list, ...week }) => ({
      ...week,
      seconds_to_first_reply_list: list,
    })),
    resolution_count: secondsOf('resolution').length,
    average_time_to_resolution: average(secondsOf('resolution')),
    median_time_to_resolution: median(secondsOf('resolution')),
    resolution_metrics_by_week: weeks('resolution').map(({ list, ...week }) => ({
      ...week,
      seconds_to_resolution_list: list,
    })),
    first_reply_percentiles: percentiles(secondsOf('first_reply')),
    resolution_percentiles: percentiles(secondsOf('resolution')),
    received_by_hour,
    customer_breakdown_by_browser: breakdown('browser').map(([browser, count]) => ({ browser, count })),
    customer_breakdown_by_os: breakdown('os').map(([os, count]) => ({ os, count })),
    customer_breakdown_by_time_zone: breakdown('time_zone').map(([time_zone, count]) => ({ time_zone, count })),
  }
  return report
}
