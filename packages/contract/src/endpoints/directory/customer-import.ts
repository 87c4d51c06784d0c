import { Type } from 'typebox'
import { ById, Data, Nothing } from '../../scalars.js'
import { CustomerImport, ImportMapping } from '../../customer-imports.js'
import { defineEndpoints } from '../../endpoint.js'

export const customerImportEndpoints = defineEndpoints({
  'POST /api/customer_imports': {
    allow: 'admin',
    consumes: ['multipart/form-data'],
    body: Type.Object({
      file: Type.Optional(Type.Unknown({ description: 'The CSV file, as the only part of a multipart form.' })),
    }),
    response: { 201: Data(CustomerImport) },
  },

  'GET /api/customer_imports': {
    allow: 'admin',
    response: { 200: Data(Type.Array(CustomerImport)) },
  },

  'GET /api/customer_imports/:id': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(CustomerImport) },
  },

  'POST /api/customer_imports/:id/check': {
    allow: 'admin',
    params: ById,
    body: Type.Object({ mapping: ImportMapping }),
    response: { 202: Data(CustomerImport) },
  },

  'POST /api/customer_imports/:id/start': {
    allow: 'admin',
    params: ById,
    response: { 202: Data(CustomerImport) },
  },

  'DELETE /api/customer_imports/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },
})
