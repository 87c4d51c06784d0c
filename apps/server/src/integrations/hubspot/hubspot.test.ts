import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hubspotSettings, startHubSpot } from '../../../test/hubspot/stand-in.js'
import { jobsDone, mailsTo } from '../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../test/server.js'
import { story, type Agent } from '../../../test/story.js'
import { databaseOf } from '../../platform/database/of.js'

let hubspot: Awaited<ReturnType<typeof startHubSpot>>
let server: TestServer
beforeAll(async () => {
  hubspot = await startHubSpot()
  server = await startTestServer({ env: hubspotSettings(hubspot.url) })
})
afterEach(() => {
  hubspot.expires_in = 1_800
  hubspot.beforeRefresh = async () => {}
  hubspot.calls.length = 0
})

const oauthPath = (url: string, code = 'good') =>
  `/api/hubspot/oauth?code=${code}&state=${encodeURIComponent(new URL(url).searchParams.get('state') ?? '')}`

/** Goes to HubSpot's page and back, as the dashboard does. */
async function connects(agent: Agent) {
  const { url } = await agent.data('POST', '/api/hubspot/oauth')
  return (await agent.data('GET', oauthPath(url))).id as string
}

async function connectedStory() {
  const cast = await story(server)
  return { ...cast, id: await connects(cast.ada) }
}

const messageOf = ({ body }: { body: { error: { message: string } } }) => body.error.message

test('sends the admin to HubSpot with the scopes, and takes a state once and from the same user', async () => {
  const { ada, ben, grace } = await story(server)
  const { url } = await ada.data('POST', '/api/hubspot/oauth')
  const { pathname, searchParams } = new URL(url)
  expect(pathname).toBe('/oauth/authorize')
  expect(url).toContain('scope=contacts%20content')
  expect(searchParams.get('client_id')).toBe('client-1')
  expect(searchParams.get('redirect_uri')).toMatch(/\/integrations\/hubspot$/)

  expect((await grace.get(oauthPath(url))).status).toBe(400)
  expect((await ada.get('/api/hubspot/oauth?code=good&state=forged')).status).toBe(400)
  expect(await ada.data('GET', oauthPath(url))).toMatchObject({ ok: true })
  expect((await ada.get(oauthPath(url))).status).toBe(400)

  const authorization = await ben.data('GET', '/api/hubspot/authorization')
  expect(Object.keys(authorization).sort()).toEqual(['created_at', 'id', 'scope', 'token_type'])
  expect(authorization).toMatchObject({ token_type: 'bearer', scope: 'oauth contacts' })
  expect(await grace.data('GET', '/api/hubspot/authorization')).toBeNull()
  const { rows } = await databaseOf(server.platform).pool.query(
    'select secrets_encrypted from connected_services where id = $1',
    [authorization.id],
  )
  expect(rows[0].secrets_encrypted).not.toContain('access-')

  // Connecting again keeps one connection.
  expect(await connects(ada)).toBe(authorization.id)
})

test('says why HubSpot refused the code, and connects nothing', async () => {
  const { ada } = await story(server)
  const { url } = await ada.data('POST', '/api/hubspot/oauth')
  const refused = await ada.get(oauthPath(url, 'bad'))
  expect([refused.status, messageOf(refused)]).toEqual([400, 'OAuth access denied: missing or unknown auth code'])
  expect(await ada.data('GET', '/api/hubspot/authorization')).toBeNull()
})

test('says which settings are missing', async () => {
  const bare = await startTestServer()
  const { ada } = await story(bare)
  expect(await ada.data('GET', '/api/hubspot/setup')).toEqual({
    missing: ['HUBSPOT_CLIENT_ID', 'HUBSPOT_CLIENT_SECRET'],
  })
  const refused = await ada.post('/api/hubspot/oauth')
  expect([refused.status, messageOf(refused)]).toEqual([
    400,
    'HubSpot is not set up on this server. An operator has to set HUBSPOT_CLIENT_ID, HUBSPOT_CLIENT_SECRET.',
  ])
})

test('a member finds and adds contacts; only admins connect and disconnect', async () => {
  const { ada, ben, grace, id } = await connectedStory()
  expect(await ben.data('GET', '/api/hubspot/contacts?email=carla@example.com')).toEqual([])
  const person = { email: 'carla@example.com', first_name: 'Carla', last_name: 'de la Cruz', phone: null, company: ' ' }
  const created = await ben.data('POST', '/api/hubspot/contacts', person)
  expect(created.properties).toEqual({ email: 'carla@example.com', firstname: 'Carla', lastname: 'de la Cruz' })
  expect(created.hubspot_profile_url).toMatch(new RegExp(`^${hubspot.url}/contacts/\\d+/contact/${created.id}$`))
  expect(await ben.data('GET', '/api/hubspot/contacts?email=CARLA@example.com')).toEqual([created])
  const byFilter = 'filters[0][propertyName]=firstname&filters[0][operator]=EQ&filters[0][value]=Carla'
  expect(await ben.data('GET', `/api/hubspot/contacts?${byFilter}`)).toEqual([created])
  expect(await ben.data('GET', '/api/hubspot/contacts')).toEqual([created])

  for (const refused of [await ben.post('/api/hubspot/oauth'), await ben.delete(`/api/hubspot/authorizations/${id}`)])
    expect(refused.status).toBe(403)
  expect((await grace.delete(`/api/hubspot/authorizations/${id}`)).status).toBe(404)
  const missing = await grace.get('/api/hubspot/contacts?email=carla@example.com')
  expect([missing.status, messageOf(missing)]).toEqual([403, 'Missing HubSpot authorization!'])

  expect((await ada.delete(`/api/hubspot/authorizations/${id}`)).status).toBe(204)
  expect((await ben.post('/api/hubspot/contacts', person)).status).toBe(403)
  expect(await ada.data('GET', '/api/connected_services')).toEqual([])
})

test('finds a contact by each of its emails, and nobody of the same company', async () => {
  const { ada, id } = await connectedStory()
  await ada.data('POST', '/api/hubspot/contacts', { email: 'one@acme.com' })
  const contact = hubspot.contacts.at(-1)
  const others = Array.from({ length: 9 }, (_, n) => `other${n}@acme.com`)
  if (contact) contact.properties.hs_additional_emails = others.join(';')
  for (const email of ['one@acme.com', 'other0@acme.com', 'Other8@acme.com'])
    expect(await ada.data('GET', `/api/hubspot/contacts?email=${email}`)).toMatchObject([{ id: contact?.id }])
  expect(await ada.data('GET', '/api/hubspot/contacts?email=other9@acme.com')).toEqual([])
  expect(await ada.data('GET', '/api/connected_services')).toMatchObject([
    { id, service: 'hubspot', kind: 'account', inbox_id: null, state: 'working' },
  ])
})

test('passes on why HubSpot refused a contact', async () => {
  const { ada } = await connectedStory()
  for (const body of [{}, { email: '' }, { email: 'no email' }, { email: null, first_name: 'Carla' }])
    expect((await ada.post('/api/hubspot/contacts', body)).status).toBe(422)
  expect(hubspot.callsOf('POST /crm/v3/objects/contacts')).toEqual([])
  await ada.data('POST', '/api/hubspot/contacts', { email: 'twice@example.com' })
  const twice = await ada.post('/api/hubspot/contacts', { email: 'twice@example.com' })
  expect([twice.status, messageOf(twice)]).toEqual([409, expect.stringContaining('Contact already exists')])
})

test('says that HubSpot limits calls, or does not answer', async () => {
  const { ada } = await connectedStory()
  const cases = [
    [{ status: 429, headers: { 'retry-after': '7' } }, 'HubSpot limits the number of calls. Try again in 7 seconds.'],
    [{ status: 429 }, 'HubSpot limits the number of calls. Try again later.'],
    [{ status: 502 }, 'No usable answer from HubSpot: status 502'],
    ['hang up', expect.stringMatching(/^No usable answer from HubSpot: /)],
    [{ status: 200, body: 'no object' }, 'No usable answer from HubSpot: unreadable (status 200)'],
    [{ status: 200, body: {} }, 'No usable answer from HubSpot: no list of contacts'],
  ] as const
  for (const [fault, message] of cases) {
    hubspot.fail('POST /crm/v3/objects/contacts/search', fault)
    const failed = await ada.get('/api/hubspot/contacts?email=carla@example.com')
    expect([failed.status, messageOf(failed)]).toEqual([422, message])
  }
  expect(await ada.data('GET', '/api/hubspot/contacts?email=carla@example.com')).toEqual([])
})

test('two processes renew an expired token once for all calls', async () => {
  const second = await startTestServer({
    env: { ...hubspotSettings(hubspot.url), DATABASE_URL: server.platform.config.database_url ?? '' },
  })
  // Its jobs would mail into another mailbox.
  onTestFinished(second.stop)
  hubspot.expires_in = 0.001
  const { ada } = await connectedStory()
  hubspot.expires_in = 1_800
  // HubSpot answers when a second call had time to ask, too.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  hubspot.beforeRefresh = () => held
  const path = '/api/hubspot/contacts?email=carla@example.com'
  const calls = Array.from({ length: 6 }, (_, n) => {
    if (n % 2 === 0) return ada.get(path)
    return fetch(`${second.url}${path}`, { headers: { authorization: ada.token ?? '' } })
  })
  await expect.poll(() => hubspot.refreshes().length).toBe(1)
  release()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(hubspot.refreshes()).toHaveLength(1)
  expect(new Set(hubspot.callsOf('POST /crm/v3/objects/contacts/search').map(({ token }) => token)).size).toBe(1)
  // The new token is stored.
  expect((await ada.get(path)).status).toBe(200)
  expect(hubspot.refreshes()).toHaveLength(1)
})

test('renews a token that ends soon, and uses the old one if HubSpot does not answer', async () => {
  hubspot.expires_in = 300
  const { ada } = await connectedStory()
  const path = '/api/hubspot/contacts?email=carla@example.com'
  hubspot.fail('POST /oauth/v3/token', { status: 503 })
  expect((await ada.get(path)).status).toBe(200)
  expect((await ada.get(path)).status).toBe(200)
  expect(hubspot.refreshes()).toHaveLength(2)
})

test('renews a token that HubSpot ended early', async () => {
  const { ada } = await connectedStory()
  hubspot.endAccess()
  expect((await ada.get('/api/hubspot/contacts?email=carla@example.com')).status).toBe(200)
  expect(hubspot.refreshes()).toHaveLength(1)
})

test('a revoked connection is said clearly, mailed once, and works after connecting again', async () => {
  const { ada, ben, id } = await connectedStory()
  hubspot.revokeAll()
  const path = '/api/hubspot/contacts?email=carla@example.com'
  for (let n = 0; n < 2; n += 1) {
    const failed = await ben.get(path)
    expect([failed.status, messageOf(failed)]).toEqual([
      403,
      'HubSpot no longer accepts our token. An admin has to connect HubSpot again.',
    ])
  }
  expect(hubspot.refreshes()).toHaveLength(1)
  expect(await ada.data('GET', '/api/connected_services')).toMatchObject([
    { id, state: 'revoked', failure: 'missing or invalid refresh token' },
  ])
  await jobsDone(server)
  const mails = await mailsTo(server, ada.email)
  expect(mails.filter(({ subject }) => subject.includes('HubSpot'))).toHaveLength(1)

  expect(await connects(ada)).toBe(id)
  expect((await ben.get(path)).status).toBe(200)
  expect(await ada.data('GET', '/api/connected_services')).toMatchObject([{ id, state: 'working', failure: null }])
})
