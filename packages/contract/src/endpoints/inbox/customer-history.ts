import { Type } from 'typebox'
import { ById, Data, Omittable, Uuid } from '../../scalars.js'
import { ProofFields } from '../../widget-security.js'
import { PastConversation } from '../../customer-history.js'
import { Message } from '../../messages.js'
import { defineEndpoints } from '../../endpoint.js'

const Named = Type.Object({
  account_id: Uuid,
  inbox_id: Omittable(Type.String({ maxLength: 64 })),
  ...ProofFields,
})

export const customerHistoryEndpoints = defineEndpoints({
  'GET /api/customers/:id/conversations': {
    allow: 'public',
    params: ById,
    query: Named,
    response: { 200: Data(Type.Array(PastConversation)) },
  },

  'GET /api/customers/:id/conversations/:conversation_id': {
    allow: 'public',
    params: Type.Object({ id: Uuid, conversation_id: Uuid }),
    query: Type.Object({ account_id: Uuid, ...ProofFields }),
    response: { 200: Data(Type.Array(Message)) },
  },
})
