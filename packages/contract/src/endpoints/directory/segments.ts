import { ById, Data, Nothing } from '../../scalars.js'
import { Type } from 'typebox'
import { NewSegment, Segment, SegmentChanges } from '../../segments.js'
import { defineEndpoints } from '../../endpoint.js'

export const segmentsEndpoints = defineEndpoints({
  'GET /api/segments': {
    allow: 'user',
    response: { 200: Data(Type.Array(Segment)) },
  },

  'POST /api/segments': {
    allow: 'user',
    body: Type.Object({ segment: NewSegment }),
    response: { 201: Data(Segment) },
  },

  'GET /api/segments/:id': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Segment) },
  },

  'PUT /api/segments/:id': {
    allow: 'user',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ segment: SegmentChanges }),
    response: { 200: Data(Segment) },
  },

  'DELETE /api/segments/:id': {
    allow: 'user',
    params: ById,
    response: { 204: Nothing },
  },
})
