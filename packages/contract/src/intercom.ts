import { Type, type Static } from 'typebox'
import { ContactEmail, ContactLine } from './account-authorization.js'

export const NewIntercomContact = Type.Object({
  email: ContactEmail,
  name: ContactLine,
  first_name: ContactLine,
  last_name: ContactLine,
  phone: ContactLine,
  external_id: ContactLine,
  role: Type.Optional(Type.Enum(['user', 'lead'])),
})
export type NewIntercomContact = Static<typeof NewIntercomContact>

/** As Intercom has it, and its page there: https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts */
export const IntercomContact = Type.Object(
  { id: Type.String(), intercom_profile_url: Type.String() },
  { additionalProperties: true },
)
export type IntercomContact = Static<typeof IntercomContact>
