import { Type } from 'typebox'
import { AccountAuthorization, ContactEmail, OAuthReturn, ServiceSetup } from '../../account-authorization.js'
import { defineEndpoints } from '../../endpoint.js'
import { HubSpotContact, HubSpotFilter, NewHubSpotContact } from '../../hubspot.js'
import { ById, Data, Nothing, Nullable, Omittable, Uuid } from '../../scalars.js'

export const hubspotEndpoints = defineEndpoints({
  'GET /api/hubspot/setup': {
    allow: 'user',
    response: { 200: Data(ServiceSetup) },
  },

  /** Begins a connection: the page of HubSpot to open. */
  'POST /api/hubspot/oauth': {
    allow: 'admin',
    response: { 200: Data(Type.Object({ url: Type.String() })) },
  },

  /** Ends it, with what HubSpot sent back. */
  'GET /api/hubspot/oauth': {
    allow: 'admin',
    query: OAuthReturn,
    response: { 200: Data(Type.Object({ ok: Type.Boolean(), id: Uuid })) },
  },

  'GET /api/hubspot/authorization': {
    allow: 'user',
    response: { 200: Data(Nullable(AccountAuthorization)) },
  },

  'DELETE /api/hubspot/authorizations/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  /** Contacts with the email, or that match all filters, or the first hundred. */
  'GET /api/hubspot/contacts': {
    allow: 'user',
    query: Type.Object({
      email: Omittable(ContactEmail),
      filters: Type.Optional(Type.Array(HubSpotFilter, { minItems: 1, maxItems: 6 })),
    }),
    response: { 200: Data(Type.Array(HubSpotContact)) },
  },

  'POST /api/hubspot/contacts': {
    allow: 'user',
    body: NewHubSpotContact,
    response: { 200: Data(HubSpotContact) },
  },
})
