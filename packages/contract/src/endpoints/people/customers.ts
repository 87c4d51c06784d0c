import { Type } from 'typebox'
import { Customer, CustomerChanges, CustomerSelf, VisitorFields } from '../../customers.js'
import { ById, Data, LenientText, Nullable, Uuid } from '../../scalars.js'
import { ProofFields } from '../../widget-security.js'
import { defineEndpoints } from '../../endpoint.js'

/** A visitor's values of these fields are ignored. */
const TeamFields = Type.Pick(CustomerChanges, ['company_id', 'profile_photo_url', 'first_seen', 'last_seen_at', 'ip'])

export const IntroducedCustomer = Type.Object({ ...VisitorFields.properties, ...TeamFields.properties })

export const IdentifyQuery = Type.Object({
  external_id: LenientText,
  account_id: LenientText,
  email: LenientText,
  host: LenientText,
  ...ProofFields,
})

export const customersEndpoints = defineEndpoints({
  'POST /api/customers': {
    allow: 'public',
    v1: { scope: 'everything' },
    body: Type.Object({
      customer: Type.Object({ ...IntroducedCustomer.properties, account_id: LenientText }),
      ...ProofFields,
    }),
    response: { 201: Data(Type.Union([Customer, CustomerSelf])) },
  },

  'GET /api/customers/identify': {
    allow: 'public',
    query: IdentifyQuery,
    response: { 200: Data(Type.Object({ customer_id: Nullable(Uuid) })) },
  },

  'GET /api/customers/:id/exists': {
    allow: 'public',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ account_id: LenientText, ...ProofFields }),
    response: { 200: Data(Type.Boolean()) },
  },

  'PUT /api/customers/:id/metadata': {
    allow: 'public',
    params: ById,
    body: Type.Object({ metadata: VisitorFields, ...ProofFields }),
    response: { 200: Data(CustomerSelf) },
  },
})
