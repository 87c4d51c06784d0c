import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { NewRating, OwnRating, Rating } from '../../ratings.js'
import { ById, Data, Nullable, Omittable, Uuid } from '../../scalars.js'
import { ProofFields } from '../../widget-security.js'

export const ratingsEndpoints = defineEndpoints({
  /** The newest closed chat that the customer may rate now, or whose rating they may still change. */
  'GET /api/customers/:id/rating': {
    allow: 'public',
    params: ById,
    query: Type.Object({
      account_id: Uuid,
      inbox_id: Omittable(Type.String({ maxLength: 64 })),
      ...ProofFields,
    }),
    response: { 200: Data(Nullable(OwnRating)) },
  },

  /** Rates the last closing of the conversation. */
  'PUT /api/customers/:id/conversations/:conversation_id/rating': {
    allow: 'public',
    params: Type.Object({ id: Uuid, conversation_id: Uuid }),
    query: Type.Object({ account_id: Uuid, ...ProofFields }),
    body: Type.Object({ rating: NewRating }),
    response: { 200: Data(OwnRating) },
  },

  /** Oldest first. */
  'GET /api/conversations/:id/ratings': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Type.Array(Rating)) },
  },
})
