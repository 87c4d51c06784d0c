import type { HubSpotContact, HubSpotFilter, NewHubSpotContact } from '@papercups/contract'
import { noteActivity } from '../../features/channels/account-services/use-connection.js'
import { ServiceError, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { withToken } from './tokens.js'
import { callHubSpot } from './hubspot-api.js'

const PATH = '/crm/v3/objects/contacts'
const PAGE = 100
const PROPERTIES = ['email', 'hs_additional_emails', 'firstname', 'lastname', 'phone', 'company', 'website']

type Contact = Omit<HubSpotContact, 'hubspot_profile_url'>

/** By any of the emails of a contact. */
export async function findByEmail(context: ServiceContext, email: string) {
  const results = await search(context, {
    // One of the groups has to match.
    filterGroups: [
      { filters: [{ propertyName: 'email', operator: 'EQ', value: email }] },
      { filters: [{ propertyName: 'hs_additional_emails', operator: 'CONTAINS_TOKEN', value: email }] },
    ],
  })
  // HubSpot compares parts of an email, so it finds others of the same company, too.
  const found = results.filter((contact) => emailsOf(contact).includes(email.toLowerCase()))
  return found.map((contact) => withUrl(context, contact))
}

export async function findByFilters(context: ServiceContext, filters: HubSpotFilter[]) {
  const results = await search(context, { filterGroups: [{ filters }] })
  return results.map((contact) => withUrl(context, contact))
}

export async function listContacts(context: ServiceContext) {
  const query = new URLSearchParams({ limit: String(PAGE), properties: PROPERTIES.join(',') })
  const results = await withToken(context, (token) =>
    readPage(callHubSpot(context.platform, token, 'GET', `${PATH}?${query.toString()}`)),
  )
  return results.map((contact) => withUrl(context, contact))
}

/** HubSpot refuses an email that one of its contacts has: 409. */
export async function createContact(context: ServiceContext, contact: NewHubSpotContact) {
  const { first_name, last_name, ...rest } = contact
  const given = Object.entries({ ...rest, firstname: first_name, lastname: last_name })
  const properties = Object.fromEntries(given.filter(([, value]) => value?.trim()))
  const created = await withToken(context, (token) =>
    callHubSpot<Contact>(context.platform, token, 'POST', PATH, { properties }),
  )
  await noteActivity(context)
  return withUrl(context, created)
}

const search = (context: ServiceContext, query: object) =>
  withToken(context, (token) => {
    const values = { ...query, properties: PROPERTIES, limit: PAGE }
    return readPage(callHubSpot(context.platform, token, 'POST', `${PATH}/search`, values))
  })

async function readPage(answer: Promise<{ results?: Contact[] }>) {
  const { results } = await answer
  if (!Array.isArray(results)) throw new ServiceError('unavailable', 'no list of contacts')
  return results
}

/** The other emails are one text, with semicolons between them. */
function emailsOf({ properties: { email, hs_additional_emails } }: Contact) {
  const texts = [email, hs_additional_emails].filter((text) => typeof text === 'string')
  return texts.flatMap((text) => text.toLowerCase().split(';')).map((text) => text.trim())
}

const withUrl = ({ platform, connection }: ServiceContext, contact: Contact): HubSpotContact => ({
  ...contact,
  hubspot_profile_url: `${platform.config.hubspot_app_url}/contacts/${connection.team_id ?? ''}/contact/${contact.id}`,
})
