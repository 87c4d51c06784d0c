import { ById, Data, Nothing, Omittable, Uuid } from '../../scalars.js'
import { Type } from 'typebox'
import { ConversationShare, CreatedShare, SharedConversation } from '../../conversation-shares.js'
import { defineEndpoints } from '../../endpoint.js'

// An incomplete link gets the same error as a wrong one. Older links also name a conversation_id, which is ignored.
const Given = Omittable(Type.String({ maxLength: 1_000 }))

export const conversationSharingEndpoints = defineEndpoints({
  'POST /api/conversations/:id/share': {
    allow: 'user',
    params: ById,
    response: { 200: Data(CreatedShare) },
  },

  'GET /api/conversations/:id/shares': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Type.Array(ConversationShare)) },
  },

  'DELETE /api/conversations/:id/shares/:share_id': {
    allow: 'user',
    params: Type.Object({ id: Uuid, share_id: Uuid }),
    response: { 204: Nothing },
  },

  'GET /api/conversations/shared': {
    allow: 'public',
    query: Type.Object({ token: Given }),
    response: { 200: Data(SharedConversation) },
  },
})
