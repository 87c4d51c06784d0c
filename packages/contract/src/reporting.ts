import { Type, type Static } from 'typebox'
import { MessageSource } from './messages.js'
import { CalendarDate, Instant, Nullable, Omittable, UserId, Uuid } from './scalars.js'

const CountByDate = Type.Array(Type.Object({ date: CalendarDate, count: Type.Integer() }))
const Week = {
  start_date: CalendarDate,
  end_date: CalendarDate,
  /** How many times there are. Without any, average and median are 0. */
  count: Type.Integer(),
  average: Type.Number(),
  median: Type.Number(),
}
const Percentiles = Type.Object({ p50: Type.Number(), p75: Type.Number(), p90: Type.Number(), p95: Type.Number() })

/** Days and weeks are those of the account's time zone. Times are in seconds. */
export const Report = Type.Object({
  /** Every day of the range, also those without messages. */
  messages_by_date: CountByDate,
  conversations_by_date: CountByDate,
  /** Conversations that were open at the end of the day, or at the end of the range. */
  open_conversations_by_date: CountByDate,
  reopened_conversations_by_date: CountByDate,
  sent_messages_by_date: CountByDate,
  received_messages_by_date: CountByDate,
  messages_per_user: Type.Array(
    Type.Object({ user: Type.Object({ id: UserId, email: Type.String() }), count: Type.Integer() }),
  ),
  /** Of each user who wrote: see docs/reporting.md. */
  agents: Type.Array(
    Type.Object({
      user: Type.Object({ id: UserId, email: Type.String() }),
      handled: Type.Integer(),
      replies: Type.Integer(),
      first_replies: Type.Integer(),
      average_time_to_first_reply: Type.Number(),
    }),
  ),
  /** New conversations. One with two tags counts for both. */
  conversations_by_tag: Type.Array(
    Type.Object({ tag: Type.Object({ id: Uuid, name: Type.String() }), count: Type.Integer() }),
  ),
  /** Messages of customers, from Monday to Sunday. */
  messages_by_weekday: Type.Array(Type.Object({ day: Type.String(), average: Type.Number(), total: Type.Integer() })),
  /** Conversations with a first reply. Without any, the times are 0. */
  first_reply_count: Type.Integer(),
  average_time_to_first_reply: Type.Number(),
  median_time_to_first_reply: Type.Number(),
  /** Newest first. The lists of single values are empty where the report has more than 5,000. */
  first_reply_metrics_by_week: Type.Array(
    Type.Object({ ...Week, seconds_to_first_reply_list: Type.Array(Type.Integer()) }),
  ),
  resolution_count: Type.Integer(),
  average_time_to_resolution: Type.Number(),
  median_time_to_resolution: Type.Number(),
  resolution_metrics_by_week: Type.Array(
    Type.Object({ ...Week, seconds_to_resolution_list: Type.Array(Type.Integer()) }),
  ),
  /** Values that half, three quarters, 90 % and 95 % of the conversations do not exceed. */
  first_reply_percentiles: Percentiles,
  resolution_percentiles: Percentiles,
  /** Messages of customers: seven days from Monday, each with 24 hours. */
  received_by_hour: Type.Array(Type.Array(Type.Integer())),
  /** Customers who were first seen on one of the days. */
  customer_breakdown_by_browser: Type.Array(Type.Object({ browser: Type.String(), count: Type.Integer() })),
  customer_breakdown_by_os: Type.Array(Type.Object({ os: Type.String(), count: Type.Integer() })),
  customer_breakdown_by_time_zone: Type.Array(Type.Object({ time_zone: Type.String(), count: Type.Integer() })),
})
export type Report = Static<typeof Report>

/** All hours count, or only the account's working hours. */
export const ReportClock = Type.Enum(['wall', 'working'])
export type ReportClock = Static<typeof ReportClock>

const Times = Type.Object({
  count: Type.Integer(),
  /** Without any, the times are 0. */
  average: Type.Number(),
  median: Type.Number(),
  percentiles: Percentiles,
  /** Newest first. */
  weeks: Type.Array(Type.Object(Week)),
})

/** How long customers waited, in seconds. */
export const ReportTimes = Type.Object({
  first_reply: Times,
  /** From the first message of a customer that waits for a reply to the next reply. */
  next_reply: Times,
  resolution: Times,
  /** Of each user who was the first to reply. */
  agents: Type.Array(
    Type.Object({
      user: Type.Object({ id: UserId, email: Type.String() }),
      count: Type.Integer(),
      median: Type.Number(),
    }),
  ),
})
export type ReportTimes = Static<typeof ReportTimes>

/** Only conversations with these values count. */
export const ReportFilters = Type.Object({
  inbox_id: Omittable(Uuid),
  source: Omittable(MessageSource),
  assignee_id: Omittable(UserId),
  tag_id: Omittable(Uuid),
  company_id: Omittable(Uuid),
})
export type ReportFilters = Static<typeof ReportFilters>

/** The numbers of a report that can be opened. */
export const ReportNumber = Type.Enum([
  ...['messages', 'received', 'sent', 'conversations', 'first_reply', 'resolution', 'customers'],
  ...['next_reply', 'open', 'reopened'],
  ...['replies', 'handled', 'answered_first'],
] as const)
export type ReportNumber = Static<typeof ReportNumber>

/** A conversation behind a number. `seconds` is its time to the first reply or to the resolution. */
export const ReportConversation = Type.Object({
  id: Uuid,
  subject: Nullable(Type.String()),
  status: Type.Enum(['open', 'closed']),
  source: Type.String(),
  created_at: Instant,
  closed_at: Nullable(Instant),
  seconds: Nullable(Type.Integer()),
  customer: Type.Object({ id: Uuid, name: Nullable(Type.String()), email: Nullable(Type.String()) }),
})
export type ReportConversation = Static<typeof ReportConversation>

/** Newest first. `next` is the `after` of the following page. */
export const ReportConversationPage = Type.Object({
  data: Type.Array(ReportConversation),
  next: Nullable(Type.String()),
})

const Waiting = {
  open: Type.Integer(),
  /** Open conversations in which a customer waits for a reply, and the moment since which the first of them waits. */
  waiting: Type.Integer(),
  waiting_since: Nullable(Instant),
}

/** Open conversations now. Those without an assignee have `assignee_id` null. */
export const Floor = Type.Object({
  ...Waiting,
  assignees: Type.Array(Type.Object({ assignee_id: Nullable(UserId), ...Waiting })),
})
export type Floor = Static<typeof Floor>
