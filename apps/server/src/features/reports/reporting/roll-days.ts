import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import type { MessageCount, Span } from './count-messages.js'
import { defineFiltered, matching } from './filters.js'
import { countOpenings } from './openings.js'
import { createdInSpan, defineForSpans, SPANS } from './spans.js'

export const CUSTOMER_FIELDS = ['browser', 'os', 'time_zone'] as const
export type CustomerField = (typeof CUSTOMER_FIELDS)[number]

export const USER_NUMBERS = ['messages', 'replies', 'handled', 'first_replies', 'first_reply_seconds'] as const
export type UserNumbers = Record<(typeof USER_NUMBERS)[number], number>

/** The numbers of one day. */
export interface DayNumbers {
  messages: number
  /** From customers. */
  received: number
  /** From users. */
  sent: number
  conversations: number
  /** Conversations that were opened, opened again and closed. */
  opened: number
  reopened: number
  closed: number
  /** By the id of the user. */
  users: Record<string, UserNumbers>
  /** New conversations by the id of their tags. */
  tags: Record<string, number>
  /** Messages of customers by the hour of the day. */
  hours: number[]
  /** Not where they are read with the day's week. */
  customers?: CustomerCounts
}

/** New customers by browser, operating system and time zone. */
export type CustomerCounts = Record<CustomerField, Record<string, number>>

export interface RolledDay {
  day: string
  numbers: DayNumbers
  first_replies: Buffer
  resolutions: Buffer
}

/** Puts the numbers of days together: of all conversations, or of those that match filters. */
export async function rollDays(
  account: Account,
  days: string[],
  spans: Span[],
  messages: MessageCount[],
  filters?: unknown[],
): Promise<RolledDay[]> {
  const range = [spans.map(({ day }) => day), spans.map(({ from }) => iso(from)), spans.map(({ to }) => iso(to))]
  const kind = filters ? 'filtered' : 'all'
  // One after the other: a transaction has one connection.
  const conversations = await account.run(listDurations[kind], ...range, ...(filters ?? []))
  const openings = await account.run(countOpenings[kind], ...range, ...(filters ?? []))
  const tags = await account.run(countTags[kind], ...range, ...(filters ?? []))
  const customers = await account.run(countCustomers[kind], days, ...(filters ?? []))
  const rolled = new Map(days.map((day) => [day, emptyDay(day)]))
  for (const { day, user_id, hour, count, ...did } of messages) {
    const { numbers } = rolled.get(day) ?? emptyDay(day)
    numbers.messages += count
    if (user_id > 0) {
      numbers.sent += count
      const user = (numbers.users[user_id] ??= newUser())
      for (const name of USER_NUMBERS) user[name] += name === 'messages' ? count : did[name]
    }
    if (hour >= 0) {
      numbers.received += count
      numbers.hours[hour] = (numbers.hours[hour] ?? 0) + count
    }
  }
  for (const { day, count, first_replies, resolutions } of conversations) {
    const found = rolled.get(day)
    if (!found) continue
    found.numbers.conversations = count
    if (first_replies) found.first_replies = first_replies
    if (resolutions) found.resolutions = resolutions
  }
  for (const { day, ...counts } of openings) Object.assign(rolled.get(day)?.numbers ?? {}, counts)
  for (const { day, tag_id, count } of tags) {
    const found = rolled.get(day)
    if (found) found.numbers.tags[tag_id] = count
  }
  for (const { day, field, name, count } of customers) {
    const counts = rolled.get(day)?.numbers.customers
    if (counts) counts[field][name] = count
  }
  return [...rolled.values()]
}

const iso = (at: number) => new Date(at).toISOString()

function emptyDay(day: string): RolledDay {
  const hours = Array.from({ length: 24 }, () => 0)
  const customers = { browser: newCounts(), os: newCounts(), time_zone: newCounts() }
  const counts = { messages: 0, received: 0, sent: 0, conversations: 0, opened: 0, reopened: 0, closed: 0 }
  const numbers = { ...counts, users: {}, tags: {}, hours, customers }
  return { day, numbers, first_replies: Buffer.alloc(0), resolutions: Buffer.alloc(0) }
}

export const newUser = (): UserNumbers => ({
  messages: 0,
  replies: 0,
  handled: 0,
  first_replies: 0,
  first_reply_seconds: 0,
})

/** Without a prototype, because visitors choose the names. */
const newCounts = (): Record<string, number> => Object.create(null) as Record<string, number>

interface DurationsOfDay {
  day: string
  count: number
  first_replies: Buffer | null
  resolutions: Buffer | null
}

const SECONDS = (until: string) =>
  `string_agg(int4send(least(greatest(floor(extract(epoch from r.${until} - r.created_at)), 0), 2147483647)::int4), ''
    order by r.created_at, r.conversation_id) filter (where r.${until} is not null)`

const durationsOf = (filters: string) => `
  select span.day, count(*) as count, ${SECONDS('first_replied_at')} as first_replies,
    ${SECONDS('closed_at')} as resolutions
  from ${SPANS}
  ${createdInSpan('report_conversations', 'r')} ${filters}
  group by span.day`

const listDurations = {
  all: defineForSpans<DurationsOfDay>('reporting.list-durations', durationsOf('')),
  filtered: defineFiltered<DurationsOfDay>('reporting.list-durations-of', durationsOf(`and ${matching(5)}`)),
}

const tagsOf = (filters: string) => `
  select span.day, tagged.tag_id, count(*) as count
  from ${SPANS}
  ${createdInSpan('report_conversations', 'r')} ${filters}
  join conversation_tags tagged on tagged.account_id = $1 and tagged.conversation_id = r.conversation_id
  group by 1, 2`

const countTags = {
  all: defineForSpans<{ day: string; tag_id: string; count: number }>('reporting.count-tags', tagsOf('')),
  filtered: defineFiltered<{ day: string; tag_id: string; count: number }>(
    'reporting.count-tags-of',
    tagsOf(`and ${matching(5)}`),
  ),
}

interface CustomerCount {
  day: string
  field: CustomerField
  name: string
  count: number
}

/** The name of a customer's browser, operating system or time zone in a report. */
export const nameOf = (column: string) => `coalesce(nullif(${column}, ''), 'Unknown')`

const customersOf = (filters: string) => `
  select c.first_seen::text as day, fact.field, ${nameOf('fact.name')} as name, count(*) as count
  from customers c, lateral (values ('browser', c.browser), ('os', c.os), ('time_zone', c.time_zone)) as fact (field, name)
  where c.account_id = $1 and c.first_seen = any($2::date[]) ${filters}
  group by 1, 2, 3`

/** With filters, customers with a conversation that matches. */
const countCustomers = {
  all: defineStatement<CustomerCount>('reporting.count-customers', customersOf('')),
  filtered: defineFiltered<CustomerCount>(
    'reporting.count-customers-of',
    customersOf(`and exists (select from report_conversations r
      where r.account_id = $1 and r.customer_id = c.id and ${matching(3)})`),
  ),
}
