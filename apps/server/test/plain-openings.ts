import type { Pool } from 'pg'
import { chosenConversations, daysFrom, type Filters } from './plain-numbers.js'

interface Conversation {
  id: string
  status: string
  created_at: Date
  closed_at: Date | null
  archived_at: Date | null
}

interface Turn {
  at: number
  isOpen: boolean
}

/** Replays the event log of each conversation: the reference for open and reopened conversations. */
export async function plainOpenings(
  pool: Pool,
  account_id: string,
  zone: string,
  [from, to]: [from: string, to: string],
  filters: Filters = {},
) {
  const { rows: conversations } = await pool.query<Conversation>(
    `select * from conversations where account_id = $1 and id in ${chosenConversations(filters)}`,
    [account_id],
  )
  const { rows: events } = await pool.query<StatusEvent>(
    `select id, conversation_id, created_at, payload from events where account_id = $1 and type = 'conversation:updated'`,
    [account_id],
  )
  const histories = conversations.map((conversation) => {
    const own = events.filter(({ conversation_id }) => conversation_id === conversation.id)
    return replay(conversation, own)
  })
  const days = daysFrom(from, to)
  const { rows: ends } = await pool.query<{ at: Date }>(
    `select (day::date + 1)::timestamp at time zone $2 as at from unnest($1::text[]) with ordinality as d (day, n) order by n`,
    [days, zone],
  )
  const isOpenAt = (turns: Turn[], end: number) => turns.findLast(({ at }) => at < end)?.isOpen ?? false
  const starts = [(await startOf(pool, days[0] ?? '', zone)).getTime(), ...ends.map(({ at }) => at.getTime())]
  return {
    open_conversations_by_date: days.map((date, index) => {
      const end = starts[index + 1] ?? 0
      return { date, count: histories.filter((turns) => isOpenAt(turns, end)).length }
    }),
    reopened_conversations_by_date: days.map((date, index) => {
      const [start = 0, end = 0] = starts.slice(index)
      const reopenings = histories.flatMap((turns) => turns.slice(1).filter(({ isOpen }) => isOpen))
      return { date, count: reopenings.filter(({ at }) => at >= start && at < end).length }
    }),
  }
}

interface StatusEvent {
  id: number
  conversation_id: string
  created_at: Date
  payload: Payload
}

interface Payload {
  became?: { status?: string; archived?: boolean }
}

function replay(conversation: Conversation, events: StatusEvent[]) {
  const began = conversation.created_at.getTime()
  const turns: Turn[] = [{ at: began, isOpen: true }]
  const state = { status: 'open', archived: false }
  const timed = events.map(({ created_at, ...event }) => ({ ...event, at: Math.max(began, created_at.getTime()) }))
  for (const { at, payload } of timed.toSorted((a, b) => a.at - b.at || Number(a.id) - Number(b.id))) {
    Object.assign(state, payload.became)
    const isOpen = state.status === 'open' && !state.archived
    if (isOpen !== turns.at(-1)?.isOpen) turns.push({ at, isOpen })
  }
  const { status, archived_at, closed_at } = conversation
  const isOpen = status === 'open' && !archived_at
  const last = turns.at(-1)
  if (!last || last.isOpen === isOpen) return turns
  if (isOpen) return turns.slice(0, -1)
  const ended = (closed_at ?? archived_at)?.getTime() ?? last.at
  return [...turns, { at: Math.max(last.at, ended), isOpen }]
}

async function startOf(pool: Pool, day: string, zone: string) {
  const { rows } = await pool.query<{ at: Date }>('select $1::timestamp at time zone $2 as at', [day, zone])
  return rows[0]?.at ?? new Date(0)
}
