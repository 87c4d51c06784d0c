import { sendBack, startJsonService, type ServiceAnswer, type ServiceCall, type Values } from '../json-service.js'

export interface StoredContact {
  hub_id: number
  id: string
  properties: Values
}

const CONTACTS = '/crm/v3/objects/contacts'
const REVOKED = {
  status: 401,
  body: {
    status: 'error',
    message: 'The OAuth token used to make this call expired',
    category: 'EXPIRED_AUTHENTICATION',
  },
}

/** HubSpot at the HTTP level, with the shapes of https://developers.hubspot.com/docs/api-reference/overview. */
export async function startHubSpot() {
  const contacts: StoredContact[] = []
  /** The company of each token. */
  const access = new Map<string, number>()
  const refresh = new Map<string, number>()
  let count = 0

  const newTokens = (hub_id: number, refresh_token: string): ServiceAnswer => {
    const access_token = `access-${++count}`
    access.set(access_token, hub_id)
    refresh.set(refresh_token, hub_id)
    const { expires_in } = hubspot
    return {
      body: { access_token, refresh_token, expires_in, token_type: 'bearer', hub_id, scopes: ['oauth', 'contacts'] },
    }
  }
  async function token({ values }: ServiceCall): Promise<ServiceAnswer> {
    if (values.grant_type === 'authorization_code') {
      if (values.code === 'bad')
        return { status: 400, body: { status: 'BAD_AUTH_CODE', message: 'missing or unknown auth code' } }
      return newTokens(++count, `refresh-${++count}`)
    }
    await hubspot.beforeRefresh()
    const hub_id = refresh.get(values.refresh_token)
    if (hub_id === undefined)
      return { status: 400, body: { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' } }
    return newTokens(hub_id, values.refresh_token)
  }
  const present = ({ id, properties }: StoredContact) => ({ id, properties, archived: false })

  function search(hub_id: number, { filterGroups }: Values) {
    const matches = ({ properties }: StoredContact, { propertyName, operator, value }: Values) => {
      const stored = String(properties[propertyName] ?? '').toLowerCase()
      // HubSpot's CONTAINS_TOKEN compares words. Those of an email end at its signs.
      return operator === 'EQ'
        ? stored === value.toLowerCase()
        : stored.split(/[^a-z0-9]+/).some((word) =>
            value
              .toLowerCase()
              .split(/[^a-z0-9]+/)
              .includes(word),
          )
    }
    return contacts.filter(
      (contact) =>
        contact.hub_id === hub_id &&
        filterGroups.some(({ filters }: Values) => filters.every((filter: Values) => matches(contact, filter))),
    )
  }

  function create(hub_id: number, { properties }: Values): ServiceAnswer {
    const same = contacts.find((one) => one.hub_id === hub_id && one.properties.email === properties.email)
    if (same)
      return {
        status: 409,
        body: { status: 'error', message: `Contact already exists. Existing ID: ${same.id}`, category: 'CONFLICT' },
      }
    const contact = { hub_id, id: String(++count), properties }
    contacts.push(contact)
    return { status: 201, body: present(contact) }
  }

  const service = await startJsonService((call) => {
    if (call.route === 'GET /oauth/authorize') return sendBack(call, hubspot.code)
    if (call.route === 'POST /oauth/v3/token') return token(call)
    const hub_id = access.get(call.token ?? '')
    if (hub_id === undefined) return REVOKED
    if (call.route === `POST ${CONTACTS}/search`) return { body: { results: search(hub_id, call.values).map(present) } }
    if (call.route === `POST ${CONTACTS}`) return create(hub_id, call.values)
    if (call.route === `GET ${CONTACTS}`)
      return { body: { results: contacts.filter((one) => one.hub_id === hub_id).map(present) } }
    return { status: 404, body: { status: 'error', message: 'resource not found' } }
  })

  const hubspot = {
    ...service,
    contacts,
    /** Of the next tokens, in seconds. */
    expires_in: 1_800,
    /** That the page sends people back with. `bad` is refused. */
    code: 'good',
    beforeRefresh: async () => {},
    /** Somebody removed the app: no token works any more. */
    revokeAll() {
      access.clear()
      refresh.clear()
    },
    /** The access tokens end before their time. */
    endAccess: () => access.clear(),
    refreshes: () =>
      service.callsOf('POST /oauth/v3/token').filter(({ values }) => values.grant_type === 'refresh_token'),
  }
  return hubspot
}

export const hubspotSettings = (url: string) => ({
  HUBSPOT_CLIENT_ID: 'client-1',
  HUBSPOT_CLIENT_SECRET: 'secret-1',
  HUBSPOT_URL: url,
  HUBSPOT_APP_URL: url,
})
