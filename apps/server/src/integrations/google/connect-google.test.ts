import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../platform/database/of.js'
import {
  connectGoogle,
  gmailStory,
  GOOGLE_ENV,
  oauthPath,
  startConnecting,
  startGoogleServer,
} from '../../../test/google/google-story.js'
import { startTestServer } from '../../../test/server.js'
import { story } from '../../../test/story.js'

let world: Awaited<ReturnType<typeof startGoogleServer>>
beforeAll(async () => {
  world = await startGoogleServer()
})

const SCOPE = 'https://www.googleapis.com/auth/gmail.modify'

test('sends an admin to Google with the scope of the client, PKCE and a state that starts with type and inbox', async () => {
  const { ada } = await story(world.server)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  const { url } = await ada.data('GET', `/api/google/auth?client=gmail&type=support&inbox_id=${inbox.id}`)
  const { origin, pathname, searchParams } = new URL(url)
  expect(origin + pathname).toBe(`${world.google.url}/o/oauth2/v2/auth`)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: 'client-1',
    response_type: 'code',
    scope: SCOPE,
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
    redirect_uri: expect.stringMatching(/\/integrations\/google$/),
    state: expect.stringMatching(new RegExp(`^support:${inbox.id}:[\\w-]{32}$`)),
  })
  const sheets = new URL((await ada.data('GET', '/api/google/auth?client=sheets')).url).searchParams
  expect([sheets.get('scope'), sheets.get('state')?.split(':')[0]]).toEqual([
    'https://www.googleapis.com/auth/spreadsheets',
    'sheets',
  ])
  expect((await ada.get('/api/google/auth?client=drive')).status).toBe(400)
  expect((await ada.get('/api/google/authorization')).status).toBe(400)
})

test('connects a mailbox to an inbox, shows it without tokens, and disconnects it', async () => {
  const { ada, ben, grace, email, id, server } = await gmailStory(world)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  for (const query of ['', '&inbox_id', `&inbox_id=${inbox.id}`, '&type=support'])
    expect(await ben.data('GET', `/api/google/authorization?client=gmail${query}`)).toMatchObject({
      id,
      inbox_id: inbox.id,
      user_id: ada.id,
      client: 'gmail',
      type: 'support',
      email,
      scope: SCOPE,
      is_revoked: false,
    })
  expect(await ada.data('GET', '/api/google/authorization?client=gmail&type=personal')).toBeNull()
  expect(await ada.data('GET', '/api/google/authorization?client=sheets')).toBeNull()
  expect((await ben.get('/api/gmail/profile')).body).toEqual({ ok: true, data: { email } })
  expect(await ada.data('GET', '/api/connected_services')).toMatchObject([{ service: 'gmail', channel: email }])

  const { rows } = await databaseOf(server.platform).pool.query(
    'select row_to_json(s)::text as row from connected_services s where account_id = $1',
    [ada.account_id],
  )
  expect(rows[0].row).not.toMatch(/ya29|1\/\//)
  expect((await ben.delete(`/api/google/authorizations/${id}`)).status).toBe(403)
  expect((await grace.delete(`/api/google/authorizations/${id}`)).status).toBe(404)
  expect(await grace.data('GET', '/api/google/authorization?client=gmail')).toBeNull()
  expect((await ada.delete(`/api/google/authorizations/${id}`)).status).toBe(204)
  expect(await ada.data('GET', '/api/google/authorization?client=gmail')).toBeNull()
  expect(await ada.get('/api/gmail/profile')).toMatchObject({
    status: 403,
    body: { error: { message: 'Authorization required' } },
  })
})

test('a personal mailbox belongs to its user alone', async () => {
  const { ada, ben } = await story(world.server)
  expect((await connectGoogle(world.google, ben, 'ben@acme.test', { type: 'personal' })).status).toBe(200)
  const own = await ben.data('GET', '/api/google/authorization?client=gmail&type=personal')
  expect(own).toMatchObject({ type: 'personal', email: 'ben@acme.test', user_id: ben.id, inbox_id: null })
  expect(await ada.data('GET', '/api/google/authorization?client=gmail&type=personal')).toBeNull()
  expect(await ada.data('GET', '/api/connected_services')).toEqual([])
  expect((await ada.delete(`/api/google/authorizations/${own.id}`)).status).toBe(404)
  expect((await connectGoogle(world.google, ada, 'ada@acme.test', { type: 'personal' })).status).toBe(200)
  expect((await ben.data('GET', '/api/google/authorization?client=gmail&type=personal')).id).toBe(own.id)
  expect((await connectGoogle(world.google, ben, 'b@acme.test', { type: 'personal' })).status).toBe(200)
  expect(await ben.data('GET', '/api/google/authorization?client=gmail&type=personal')).toMatchObject({
    id: own.id,
    email: 'b@acme.test',
  })
  expect((await ben.delete(`/api/google/authorizations/${own.id}`)).status).toBe(204)
})

test('a state works once, for the user who started; members cannot connect an inbox or a sheet', async () => {
  const { ada, ben, grace } = await story(world.server)
  const [inbox] = await ada.data('GET', '/api/inboxes')
  for (const client of ['gmail', 'sheets'])
    expect((await ben.get(`/api/google/auth?client=${client}`)).status).toBe(403)
  expect((await grace.get(`/api/google/auth?client=gmail&inbox_id=${inbox.id}`)).status).toBe(404)
  const state = await startConnecting(world.google, ada)
  for (const [agent, status] of [
    [grace, 400],
    [ben, 400],
    [ada, 200],
    [ada, 400],
  ] as const)
    expect((await agent.get(oauthPath(state, 'state@acme.test'))).status).toBe(status)
  expect((await ada.get(oauthPath('support::forged', 'state@acme.test'))).status).toBe(400)
})

test('says why Google or the person refused, and refuses a mailbox that another inbox has', async () => {
  const { ada, email } = await gmailStory(world)
  const messageOf = async (code: string, more = {}) =>
    (await connectGoogle(world.google, ada, code, more)).body.error.message
  expect(await messageOf('bad')).toBe('OAuth access denied: invalid_grant')
  expect(await messageOf('x@acme.test email')).toBe('OAuth access denied: the permission was not granted')
  const second = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  expect(await messageOf(email, { inbox_id: second.id })).toContain('already connected to another inbox')
  expect((await connectGoogle(world.google, ada, email)).status).toBe(200)
})

test('renews a token once for calls at the same time, and says so when it is revoked', async () => {
  const { ada, ben, google, email } = await gmailStory(world)
  google.expireTokens(email)
  google.setWait(100)
  google.calls.length = 0
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? ada : ben).get('/api/gmail/profile')))
  expect(answers.map(({ body }) => body.ok)).toEqual(Array(10).fill(true))
  expect(google.calls.filter((call) => call === 'POST /token')).toHaveLength(1)

  google.setWait()
  google.setDown({ status: 503 })
  expect((await ada.get('/api/gmail/profile')).body).toEqual({ ok: false, data: null })
  google.setDown()
  google.revoke(email)
  expect((await ada.get('/api/gmail/profile')).body).toEqual({ ok: false, data: null })
})

test('says what an operator has to set, and what a plan lacks', async () => {
  const bare = await story(await startTestServer())
  const names = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
  expect(await bare.ada.data('GET', '/api/google/setup')).toEqual({ missing: names })
  expect((await bare.ada.get('/api/google/auth?client=gmail')).body.error.message).toContain(names.join(', '))
  const billed = await story(await startTestServer({ env: { ...GOOGLE_ENV, BILLING_ENABLED: 'true' } }))
  for (const client of ['gmail', 'sheets'])
    expect((await billed.ada.get(`/api/google/auth?client=${client}`)).status).toBe(403)
})

test('links of earlier versions lead to the page on which one connects', async () => {
  const inbox_id = randomUUID()
  for (const [query, page] of [
    ['client=gmail', '/integrations/google/gmail'],
    [`client=gmail&type=support&inbox_id=${inbox_id}`, `/inboxes/${inbox_id}/integrations/google/gmail`],
    ['client=gmail&inbox_id=//evil.test', '/integrations/google/gmail'],
    ['client=gmail&type=personal', '/settings/profile'],
    ['client=sheets&client=gmail', '/integrations/google/gmail'],
    ['client=sheets', '/integrations/google/sheets'],
  ]) {
    const { status, headers } = await fetch(`${world.server.url}/google/auth?${query}`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, page])
  }
})
