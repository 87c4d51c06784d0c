import { beforeAll, beforeEach, expect, test } from 'vitest'
import { intercomSettings, startIntercom } from '../../../test/intercom/stand-in.js'
import { jobsDone, mailsTo } from '../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../test/server.js'
import { story, type Agent } from '../../../test/story.js'

let intercom: Awaited<ReturnType<typeof startIntercom>>
let server: TestServer
beforeAll(async () => {
  intercom = await startIntercom()
  server = await startTestServer({ env: intercomSettings(intercom.url) })
})
beforeEach(() => {
  intercom.calls.length = 0
})

const callbackPath = (url: string, code = 'good') =>
  `/api/intercom/callback?code=${code}&state=${encodeURIComponent(new URL(url).searchParams.get('state') ?? '')}`

async function connects(agent: Agent) {
  const { url } = await agent.data('POST', '/api/intercom/oauth')
  return (await agent.data('GET', callbackPath(url))).id as string
}

async function connectedStory() {
  const cast = await story(server)
  return { ...cast, id: await connects(cast.ada) }
}

const messageOf = ({ body }: { body: { error: { message: string } } }) => body.error.message

test('connects with a state of the same user, once', async () => {
  const { ada, ben, grace } = await story(server)
  const { url } = await ada.data('POST', '/api/intercom/oauth')
  const { pathname, searchParams } = new URL(url)
  expect([pathname, searchParams.get('client_id')]).toEqual(['/oauth', 'client-1'])
  expect(searchParams.get('redirect_uri')).toMatch(/\/integrations\/intercom$/)
  expect((await grace.get(callbackPath(url))).status).toBe(400)
  expect((await ada.get('/api/intercom/callback?code=good&state=forged')).status).toBe(400)
  expect(await ada.data('GET', callbackPath(url))).toMatchObject({ ok: true })
  expect((await ada.get(callbackPath(url))).status).toBe(400)

  const authorization = await ben.data('GET', '/api/intercom/authorization')
  expect(authorization).toMatchObject({ token_type: 'Bearer', scope: null })
  expect(JSON.stringify(authorization)).not.toContain('token-')
  expect(await grace.data('GET', '/api/intercom/authorization')).toBeNull()
  expect(await connects(ada)).toBe(authorization.id)
  expect(await ada.data('GET', '/api/connected_services')).toMatchObject([{ kind: 'account', team_name: 'Acme' }])
})

test('says why Intercom refused the code, without a 401', async () => {
  const { ada } = await story(server)
  const { url } = await ada.data('POST', '/api/intercom/oauth')
  const denied = await ada.get(callbackPath(url, 'bad'))
  expect([denied.status, messageOf(denied)]).toEqual([400, 'OAuth access denied: Invalid code'])
  expect(await ada.data('GET', '/api/intercom/authorization')).toBeNull()
})

test('a member finds and adds contacts; only admins connect and disconnect', async () => {
  const { ada, ben, grace, id } = await connectedStory()
  const path = '/api/intercom/contacts?email=CARLA@example.com'
  expect(await ben.data('GET', path)).toEqual([])
  const person = {
    email: 'carla@example.com',
    first_name: 'Carla',
    last_name: 'de la Cruz',
    phone: null,
    external_id: '7',
  }
  const created = await ben.data('POST', '/api/intercom/contacts', person)
  expect(intercom.callsOf('POST /contacts').map(({ values }) => values)).toEqual([
    { email: 'carla@example.com', name: 'Carla de la Cruz', external_id: '7', role: 'user' },
  ])
  const { workspace_id } = created
  expect(created.intercom_profile_url).toBe(`${intercom.url}/a/apps/${workspace_id}/users/${created.id}`)
  expect(await ben.data('GET', path)).toEqual([created])
  const query = 'query[field]=external_id&query[operator]==&query[value]=7'
  expect(await ben.data('GET', `/api/intercom/contacts?${query}`)).toEqual([created])
  expect(await ben.data('GET', '/api/intercom/contacts')).toEqual([created])
  const twice = await ben.post('/api/intercom/contacts', person)
  expect([twice.status, messageOf(twice)]).toEqual([409, expect.stringContaining('already exists')])
  for (const body of [{}, { email: 'no email' }, { email: null, name: 'Carla' }, { ...person, role: 'admin' }])
    expect((await ben.post('/api/intercom/contacts', body)).status).toBe(422)

  for (const refused of [await ben.post('/api/intercom/oauth'), await ben.delete(`/api/intercom/authorizations/${id}`)])
    expect(refused.status).toBe(403)
  expect((await grace.delete(`/api/intercom/authorizations/${id}`)).status).toBe(404)
  const missing = await grace.get(path)
  expect([missing.status, messageOf(missing)]).toEqual([403, 'Missing Intercom authorization!'])
  expect((await ada.delete(`/api/intercom/authorizations/${id}`)).status).toBe(204)
  expect((await ben.get(path)).status).toBe(403)
})

test('says that Intercom limits calls, or does not answer', async () => {
  const { ada } = await connectedStory()
  const reset = String(Math.floor(Date.now() / 1_000) + 600)
  const cases = [
    [{ status: 429, headers: { 'retry-after': '7' } }, 'Intercom limits the number of calls. Try again in 7 seconds.'],
    // Intercom names the time at which the limit ends.
    [
      { status: 429, headers: { 'x-ratelimit-reset': reset } },
      expect.stringMatching(/Try again in (5\d\d|600) seconds\.$/),
    ],
    [{ status: 503 }, 'No usable answer from Intercom: status 503'],
    [{ status: 200, body: {} }, 'No usable answer from Intercom: no list of contacts'],
  ] as const
  for (const [fault, message] of cases) {
    intercom.fail('POST /contacts/search', fault)
    const failed = await ada.get('/api/intercom/contacts?email=carla@example.com')
    expect([failed.status, messageOf(failed)]).toEqual([422, message])
  }
})

test('a revoked connection is said clearly, mailed once, and works after connecting again', async () => {
  const { ada, ben, id } = await connectedStory()
  intercom.revokeAll()
  const path = '/api/intercom/contacts?email=carla@example.com'
  for (let n = 0; n < 2; n += 1) {
    const failed = await ben.get(path)
    expect([failed.status, messageOf(failed)]).toEqual([
      403,
      'Intercom no longer accepts our token. An admin has to connect Intercom again.',
    ])
  }
  expect(intercom.callsOf('POST /contacts/search')).toHaveLength(1)
  await jobsDone(server)
  const mails = await mailsTo(server, ada.email)
  expect(mails.filter(({ subject }) => subject.includes('Intercom'))).toHaveLength(1)
  expect(await connects(ada)).toBe(id)
  expect((await ben.get(path)).status).toBe(200)
})
