import { ById, Data } from '../../scalars.js'
import { Type } from 'typebox'
import { ConversationBasic, Snooze } from '../../conversations.js'
import { defineEndpoints } from '../../endpoint.js'

export const snoozingEndpoints = defineEndpoints({
  'POST /api/conversations/:id/snooze': {
    allow: 'user',
    params: ById,
    body: Type.Object({ snooze: Snooze }),
    response: { 200: Data(ConversationBasic) },
  },

  'DELETE /api/conversations/:id/snooze': {
    allow: 'user',
    params: ById,
    response: { 200: Data(ConversationBasic) },
  },
})
