import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { Floor, ReportConversationPage } from '../../reporting.js'
import { Data, Omittable, UserId } from '../../scalars.js'

export const floorEndpoints = defineEndpoints({
  /** What the team has to do now. */
  'GET /api/reporting/floor': {
    allow: 'user',
    response: { 200: Data(Floor) },
  },

  /** The open conversations behind a number of it. The customer who has waited longest comes first. */
  'GET /api/reporting/floor/conversations': {
    allow: 'user',
    query: Type.Object({
      /** Only those in which a customer waits for a reply. */
      waiting: Omittable(Type.Boolean()),
      assignee_id: Omittable(UserId),
      unassigned: Omittable(Type.Boolean()),
      /** The `next` of the previous page. */
      after: Omittable(Type.String({ maxLength: 200 })),
      limit: Omittable(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: { 200: ReportConversationPage },
  },
})
