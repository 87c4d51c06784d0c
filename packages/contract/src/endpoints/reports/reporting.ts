import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import {
  Report,
  ReportClock,
  ReportConversationPage,
  ReportFilters,
  ReportNumber,
  ReportTimes,
} from '../../reporting.js'
import { Data, Omittable, UserId, Uuid } from '../../scalars.js'

/** ISO 8601. A date without a time is its midnight; a time without an offset is one of the account's time zone. */
const ReportMoment = Omittable(Type.String({ maxLength: 40 }))

export const ReportDates = { from_date: ReportMoment, to_date: ReportMoment }
const Seconds = Omittable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))

export const reportingEndpoints = defineEndpoints({
  'GET /api/reporting': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object({ ...ReportDates, ...ReportFilters.properties }),
    response: { 200: Data(Report) },
  },

  /** How long customers waited for replies and for the end of their conversations. */
  'GET /api/reporting/times': {
    allow: 'user',
    query: Type.Object({ ...ReportDates, ...ReportFilters.properties, clock: Omittable(ReportClock) }),
    response: { 200: Data(ReportTimes) },
  },

  /** The conversations that a number counts, newest first. */
  'GET /api/reporting/conversations': {
    allow: 'user',
    query: Type.Object({
      ...ReportDates,
      ...ReportFilters.properties,
      number: ReportNumber,
      /** Messages of this user, on this day of the week (0 is Sunday), in this hour of the day. */
      user_id: Omittable(UserId),
      weekday: Omittable(Type.Integer({ minimum: 0, maximum: 6 })),
      hour: Omittable(Type.Integer({ minimum: 0, maximum: 23 })),
      /** Conversations with such a time to the first or next reply or to the resolution, in seconds by this clock. */
      clock: Omittable(ReportClock),
      at_least: Seconds,
      at_most: Seconds,
      /** Conversations that also have this tag. */
      tagged: Omittable(Uuid),
      /** Conversations of new customers with this browser, operating system or time zone, or with none of these. */
      field: Omittable(Type.Enum(['browser', 'os', 'time_zone'])),
      value: Omittable(Type.String({ maxLength: 1_000 })),
      except: Omittable(Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 10 })),
      /** The `next` of the previous page. */
      after: Omittable(Type.String({ maxLength: 200 })),
      limit: Omittable(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: { 200: ReportConversationPage },
  },

  /** Counts everything again, in the background. */
  'POST /api/reporting/rebuild': {
    allow: 'admin',
    response: { 202: Data(Type.Object({ ok: Type.Literal(true) })) },
  },
})
