import { expect, onTestFinished, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { theServer } from '../../../../test/server.js'
import { story, type Story } from '../../../../test/story.js'
import { deviceName } from './device-name.js'
import { sessions } from './feature.js'
import { hashToken, readAccessToken, signAccessToken, ACCESS_MS } from './tokens.js'

const password = 'correct horse battery'

test('signing in returns a pair of tokens', async () => {
  const { ada, acme, server } = await story()
  const stranger = new Client(server.url)

  const { status, body } = await stranger.post('/api/session', {
    user: { email: ` ${ada.email.toUpperCase()} `, password },
  })

  expect(status).toBe(200)
  expect(body.data).toMatchObject({ user_id: ada.id, email: ada.email, account_id: acme.id })
  stranger.token = body.data.token
  expect((await stranger.get('/api/me')).body.data).toEqual({
    id: ada.id,
    email: ada.email,
    account_id: acme.id,
    role: 'admin',
    email_confirmed: false,
    two_factor_enabled: false,
  })
})

test('answers a wrong password and an unknown email alike', async () => {
  const { ada, server } = await story()
  const stranger = new Client(server.url)
  const attempts = [
    { email: ada.email, password: 'wrong' },
    { email: 'nobody@acme.test', password },
    { email: ada.email },
    {},
  ]
  for (const user of attempts) {
    const { status, body } = await stranger.post('/api/session', { user })
    expect(status).toBe(401)
    expect(body).toEqual({ error: { status: 401, message: 'Invalid email or password' } })
  }
  expect((await stranger.post('/api/session', {})).status).toBe(400)
})

test('limits guesses at one user’s password by their IP', async () => {
  const { ada, server } = await story()
  const mallory = new Client(server.url)
  const guesses = Array.from({ length: 20 }, () =>
    mallory.post('/api/session', { user: { email: ada.email, password: 'wrong' } }),
  )
  const statuses = (await Promise.all(guesses)).map((guess) => guess.status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
})

test('a renewal token works once, and an old one ends the session', async () => {
  const { ada, server } = await story()
  const client = new Client(server.url)
  const first = (await client.post('/api/session', { user: { email: ada.email, password } })).body.data
  const renew = (token: string) => client.call('POST', '/api/session/renew', undefined, { authorization: token })

  const second = await renew(first.renew_token)
  expect(second.status).toBe(200)
  expect((await renew('v1.renew.nonsense')).status).toBe(401)
  // Two tabs at the same moment: a used token still works for ten seconds.
  expect((await renew(first.renew_token)).status).toBe(200)

  const { db } = databaseOf(server.platform)
  const session_id = readAccessToken(server.platform.key('access-token'), first.token) ?? ''
  const longAgo = new Date(Date.now() - 11_000)
  await db
    .updateTable('renewal_tokens')
    .set({ used_at: longAgo })
    .where('session_id', '=', session_id)
    .where('used_at', 'is not', null)
    .execute()

  expect((await renew(first.renew_token)).status).toBe(401)
  expect((await renew(second.body.data.renew_token)).status).toBe(401)
  client.token = second.body.data.token
  await expect.poll(async () => (await client.get('/api/me')).status).toBe(401)
})

/** Renews with one token from these clients, and lets none go on before all have found the token unused. */
async function renewAtOnce(server: Story['server'], renew_token: string, clients: Client[]) {
  const { pool } = databaseOf(server.platform)
  const holder = await pool.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin')
  await holder.query('select from renewal_tokens where token_hash = $1 for update', [hashToken(renew_token)])
  const calls = clients.map((client) =>
    client.call('POST', '/api/session/renew', undefined, { authorization: renew_token }),
  )
  const waiting = `select count(*)::int as calls from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%renewal_tokens%'`
  await expect.poll(async () => (await pool.query(waiting)).rows[0].calls).toBe(clients.length)
  await holder.query('commit')
  return Promise.all(calls)
}

test('two tabs that renew with one token at the same moment both go on', async () => {
  const { ada, server } = await story()
  const { client, tokens } = await onAnotherDevice(ada)

  const answers = await renewAtOnce(server, tokens.renew_token, [client, client])

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  for (const { body } of answers) {
    client.token = body.data.token
    expect((await client.get('/api/me')).status).toBe(200)
    const next = await client.call('POST', '/api/session/renew', undefined, { authorization: body.data.renew_token })
    expect(next.status).toBe(200)
  }
})

test('two devices that renew with one token at the same moment end the session', async () => {
  const { ada, server } = await story()
  const { client, tokens } = await onAnotherDevice(ada)

  const answers = await renewAtOnce(server, tokens.renew_token, [client, new Client(server.url)])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  client.token = answers.find(({ status }) => status === 200)?.body.data.token
  expect((await client.get('/api/me')).status).toBe(401)
})

test('access tokens expire and cannot be forged', () => {
  const key = Buffer.alloc(32, 1)
  const now = Date.now()
  const token = signAccessToken(key, 'session', now)
  expect(readAccessToken(key, token, now)).toBe('session')
  expect(readAccessToken(key, token, now + ACCESS_MS)).toBeUndefined()
  expect(readAccessToken(Buffer.alloc(32, 2), token, now)).toBeUndefined()
  for (const bad of ['', 'v1..', 'v1.a.b', `${token}.x`, token.slice(0, -2), token.replace('v1', 'v2')]) {
    expect(readAccessToken(key, bad, now)).toBeUndefined()
  }
})

test('signing out ends the session, its socket and its renewal', async () => {
  const { ada, server } = await story()
  const client = new Client(server.url)
  const tokens = (await client.post('/api/session', { user: { email: ada.email, password } })).body.data
  client.token = tokens.token
  await client.join(`notification:${ada.account_id}`)

  expect((await client.delete('/api/session')).body).toEqual({ data: {} })

  await expect.poll(() => client.line.state()).toBe('reconnecting')
  expect((await client.get('/api/me')).status).toBe(401)
  expect(
    (await client.call('POST', '/api/session/renew', undefined, { authorization: tokens.renew_token })).status,
  ).toBe(401)
  // Deployed clients sign out without a token and expect success.
  expect((await new Client(server.url).delete('/api/session')).status).toBe(200)
})

test('disabling a user ends calls, sockets and renewals at once', async () => {
  const { ben, server, acme } = await story()
  const { db } = databaseOf(server.platform)

  await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ben.id).execute()

  await expect.poll(async () => (await ben.get('/api/me')).status).toBe(401)
  expect((await ben.get('/api/me')).body.error.message).toMatch(/^Your account is disabled/)
  await expect.poll(() => ben.line.state()).toBe('reconnecting')
  expect((await ben.get(`/api/widget_settings?account_id=${acme.id}`)).status).toBe(200)
  const again = await new Client(server.url).post('/api/session', { user: { email: ben.email, password } })
  expect(again.body.error.message).toMatch(/^Your account is disabled/)
})

test('the password hashes of imported accounts work', async () => {
  const server = await theServer()
  const { ada } = await story()
  const { db } = databaseOf(server.platform)
  const salt = Buffer.from('0123456789abcdef')
  const { pbkdf2Sync } = await import('node:crypto')
  const key = pbkdf2Sync('an old password', salt, 100_000, 64, 'sha512')
  const password_hash = `$pbkdf2-sha512$100000$${salt.toString('base64')}$${key.toString('base64')}`
  await db.updateTable('users').set({ password_hash }).where('id', '=', ada.id).execute()

  const client = new Client(server.url)
  expect((await client.post('/api/session', { user: { email: ada.email, password: 'an old password' } })).status).toBe(
    200,
  )
  expect((await client.post('/api/session', { user: { email: ada.email, password } })).status).toBe(401)
})

test('deletes sessions and tokens that cannot be used again', async () => {
  const { ada, server } = await story()
  const { db } = databaseOf(server.platform)
  const mine = db.selectFrom('sessions').select('id').where('user_id', '=', ada.id)
  expect(await mine.execute()).toHaveLength(1)
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', ada.id)
    .execute()

  await sessions.cron?.[0]?.run(server.platform)

  expect(await mine.execute()).toEqual([])
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Signs in again on another device. */
async function onAnotherDevice(agent: { email: string; url: string }, user_agent = FIREFOX) {
  const client = new Client(agent.url)
  const user = { email: agent.email, password }
  const { body } = await client.post('/api/session', { user }, { 'user-agent': user_agent })
  client.token = body.data.token
  return { client, tokens: body.data as { token: string; renew_token: string } }
}

test('users see their own sessions only', async () => {
  const { ada, ben } = await story()
  const { client } = await onAnotherDevice(ada)

  const sessions = await client.data('GET', '/api/sessions')
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toMatchObject({ device: 'Firefox on Linux', ip: client.address, current: true })
  expect(sessions[1]).toMatchObject({ current: false })
  expect(await ben.data('GET', '/api/sessions')).toHaveLength(1)
})

test('ending a session takes effect at once', async () => {
  const { ada, ben, grace } = await story()
  const { client, tokens } = await onAnotherDevice(ada)
  await client.join(`notification:${ada.account_id}`)
  const [{ id }] = await client.data('GET', '/api/sessions')

  for (const other of [ben, grace]) expect(await other.delete(`/api/sessions/${id}`)).toMatchObject({ status: 404 })
  expect(await ada.delete('/api/sessions/nonsense')).toMatchObject({ status: 400 })
  expect((await client.get('/api/me')).status).toBe(200)

  expect(await ada.delete(`/api/sessions/${id}`)).toMatchObject({ status: 204, body: '' })
  await expect.poll(() => client.line.state()).toBe('reconnecting')
  expect((await client.get('/api/me')).body).toEqual({ error: { code: 401, message: 'Not authenticated' } })
  const renewal = await client.call('POST', '/api/session/renew', undefined, { authorization: tokens.renew_token })
  expect(renewal.body.error).toEqual({ status: 401, message: 'Invalid token' })
  expect(await ada.delete(`/api/sessions/${id}`)).toMatchObject({ status: 404 })
})

test('signing out everywhere else keeps this session and other users’', async () => {
  const { ada, ben } = await story()
  const { client } = await onAnotherDevice(ada)

  expect(await ada.delete('/api/sessions')).toMatchObject({ status: 204 })

  await expect.poll(async () => (await client.get('/api/me')).status).toBe(401)
  expect((await ada.get('/api/me')).status).toBe(200)
  expect((await ben.get('/api/me')).status).toBe(200)
  expect(await ada.data('GET', '/api/sessions')).toHaveLength(1)
})

test.each([
  [FIREFOX, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 (KHTML, like Gecko) Safari/605.1',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Safari/604.1', 'Safari on iPhone'],
  ['curl/8.5.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (user_agent, name) => {
  expect(deviceName(user_agent)).toBe(name)
})
