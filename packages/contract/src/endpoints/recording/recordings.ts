import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { EventBatch, RecordedMoment, Recording } from '../../recordings.js'
import { ById, Data, Download, Nothing, Uuid } from '../../scalars.js'

export const recordingsEndpoints = defineEndpoints({
  'POST /api/browser_sessions/:id/events': {
    allow: 'public',
    params: ById,
    body: EventBatch,
    response: { 204: Nothing },
  },

  'GET /api/browser_sessions/:id/recording': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Recording) },
  },

  /** A JSON array of events. */
  'GET /api/browser_sessions/:id/recording/chunks/:chunk_id': {
    allow: 'user',
    params: Type.Object({ id: Uuid, chunk_id: Uuid }),
    response: { 200: Download },
  },

  'GET /api/conversations/:id/recorded_moments': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Type.Array(RecordedMoment)) },
  },
})
