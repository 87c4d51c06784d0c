import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { Score } from '../../ratings.js'
import { ReportFilters } from '../../reporting.js'
import { ReportRatingPage, Satisfaction } from '../../satisfaction.js'
import { Data, Omittable, UserId } from '../../scalars.js'
import { ReportDates } from './reporting.js'

export const satisfactionEndpoints = defineEndpoints({
  'GET /api/reporting/satisfaction': {
    allow: 'user',
    query: Type.Object({ ...ReportDates, ...ReportFilters.properties }),
    response: { 200: Data(Satisfaction) },
  },

  /** The ratings that a number counts. */
  'GET /api/reporting/ratings': {
    allow: 'user',
    query: Type.Object({
      ...ReportDates,
      ...ReportFilters.properties,
      score: Omittable(Score),
      /** Of this rated user. */
      user_id: Omittable(UserId),
      /** Only closings that customers have rated. */
      rated: Omittable(Type.Boolean()),
      /** Only ratings with a comment. */
      commented: Omittable(Type.Boolean()),
      after: Omittable(Type.String({ maxLength: 200 })),
      limit: Omittable(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: { 200: ReportRatingPage },
  },
})
