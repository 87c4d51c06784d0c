import { Type } from 'typebox'
import { Data, Omittable } from '../../scalars.js'
import { ProofFields } from '../../widget-security.js'
import { File } from '../../messages.js'
import { defineEndpoints } from '../../endpoint.js'

const Upload = Type.Object({
  file: Type.Optional(Type.Unknown({ description: 'The file, as a part of a multipart form.' })),
  account_id: Omittable(Type.String({ description: 'Needed when nobody is signed in.' })),
  customer_id: Omittable(Type.String()),
  ...ProofFields,
})

export const filesEndpoints = defineEndpoints({
  'POST /api/upload': {
    allow: 'public',
    consumes: ['multipart/form-data'],
    body: Upload,
    response: { 201: Data(File) },
  },
})
