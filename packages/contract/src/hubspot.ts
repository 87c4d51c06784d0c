import { Type, type Static } from 'typebox'
import { ContactEmail, ContactLine } from './account-authorization.js'
import { FilledLine, Line, Metadata } from './scalars.js'

/** As HubSpot has it: https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide */
export const HubSpotContact = Type.Object({
  id: Type.String(),
  properties: Metadata,
  createdAt: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Type.String()),
  archived: Type.Optional(Type.Boolean()),
  hubspot_profile_url: Type.String(),
})
export type HubSpotContact = Static<typeof HubSpotContact>

/** A filter of HubSpot's search. HubSpot checks names and operators. */
export const HubSpotFilter = Type.Object({
  propertyName: FilledLine,
  operator: FilledLine,
  value: Type.Optional(Line),
})
export type HubSpotFilter = Static<typeof HubSpotFilter>

export const NewHubSpotContact = Type.Object({
  email: ContactEmail,
  first_name: ContactLine,
  last_name: ContactLine,
  phone: ContactLine,
  company: ContactLine,
  website: ContactLine,
})
export type NewHubSpotContact = Static<typeof NewHubSpotContact>
