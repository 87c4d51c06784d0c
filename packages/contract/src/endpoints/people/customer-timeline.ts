import { ById, Omittable } from '../../scalars.js'
import { Type } from 'typebox'
import { TimelineKind, TimelinePage } from '../../customer-timeline.js'
import { defineEndpoints } from '../../endpoint.js'

const LARGEST_PAGE = 200

export const customerTimelineEndpoints = defineEndpoints({
  'GET /api/customers/:id/timeline': {
    allow: 'user',
    params: ById,
    query: Type.Object({
      kinds: Omittable(Type.Array(TimelineKind, { maxItems: 20 })),
      /** The `next` of the previous page. */
      before: Omittable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      limit: Omittable(Type.Integer({ minimum: 1, maximum: LARGEST_PAGE })),
    }),
    response: { 200: TimelinePage },
  },
})
