import { Type } from 'typebox'
import { AccountAuthorization, ContactEmail, OAuthReturn, ServiceSetup } from '../../account-authorization.js'
import { defineEndpoints } from '../../endpoint.js'
import { IntercomContact, IntercomImport, NewIntercomContact } from '../../intercom.js'
import { ById, Data, Metadata, Nothing, Nullable, Omittable, Uuid } from '../../scalars.js'

export const intercomEndpoints = defineEndpoints({
  'GET /api/intercom/setup': {
    allow: 'user',
    response: { 200: Data(ServiceSetup) },
  },

  /** Begins a connection: the page of Intercom to open. */
  'POST /api/intercom/oauth': {
    allow: 'admin',
    response: { 200: Data(Type.Object({ url: Type.String() })) },
  },

  /** Ends it, with what Intercom sent back. */
  'GET /api/intercom/callback': {
    allow: 'admin',
    query: OAuthReturn,
    response: { 200: Data(Type.Object({ ok: Type.Boolean(), id: Uuid })) },
  },

  'GET /api/intercom/authorization': {
    allow: 'user',
    response: { 200: Data(Nullable(AccountAuthorization)) },
  },

  'DELETE /api/intercom/authorizations/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  /** Contacts with the email, or that match a query of Intercom, or the first page. */
  'GET /api/intercom/contacts': {
    allow: 'user',
    query: Type.Object({ email: Omittable(ContactEmail), query: Type.Optional(Metadata) }),
    response: { 200: Data(Type.Array(IntercomContact)) },
  },

  'POST /api/intercom/contacts': {
    allow: 'user',
    body: NewIntercomContact,
    response: { 200: Data(IntercomContact) },
  },

  /** Newest first. */
  'GET /api/intercom/imports': {
    allow: 'admin',
    response: { 200: Data(Type.Array(IntercomImport)) },
  },

  /** Brings over people and conversations that are new or have changed. One import runs at a time. */
  'POST /api/intercom/imports': {
    allow: 'admin',
    response: { 202: Data(IntercomImport) },
  },

  'GET /api/intercom/imports/:id': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(IntercomImport) },
  },

  'POST /api/intercom/imports/:id/stop': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(IntercomImport) },
  },

  /** Continues where it stopped. */
  'POST /api/intercom/imports/:id/resume': {
    allow: 'admin',
    params: ById,
    response: { 202: Data(IntercomImport) },
  },
})
