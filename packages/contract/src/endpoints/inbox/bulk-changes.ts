import { Type } from 'typebox'
import { BulkOperations, BulkResult } from '../../conversations.js'
import { Data } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

export const bulkChangesEndpoints = defineEndpoints({
  'POST /api/conversations/bulk': {
    allow: 'user',
    body: Type.Object({ operations: BulkOperations }),
    response: { 200: Data(BulkResult) },
  },
})
