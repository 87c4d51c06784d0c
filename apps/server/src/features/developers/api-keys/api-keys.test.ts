import type { PersonalApiKey } from '@papercups/contract'
import { expect, onTestFinished, test } from 'vitest'
import { newScript } from '../../../../test/api-keys.js'
import { createMigratedDatabase } from '../../../../test/database.js'
import { startTestServer } from '../../../../test/server.js'
import { newCompany, newTeammate, story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

const KEYS = '/api/personal_api_keys'

test('an admin creates, lists, shows and deletes API keys', async () => {
  const { ada } = await story()
  const created = await ada.post(KEYS, { label: 'Test API Key' })
  expect(created.status).toBe(201)
  const key: PersonalApiKey = created.body.data
  expect(created.headers.get('location')).toBe(`${KEYS}/${key.id}`)
  expect(key).toEqual({
    id: expect.any(String),
    object: 'personal_api_key',
    label: 'Test API Key',
    value: expect.stringMatching(/^papercups_[\w-]{43}$/),
    scope: 'everything',
    expires_at: null,
    last_used_at: null,
    last_used_ip: null,
    last_used_agent: null,
    account_id: ada.account_id,
    user_id: ada.id,
    created_at: expect.any(String),
  })
  const second = await ada.data('POST', KEYS, { label: 'Second' })

  expect(await ada.data('GET', KEYS)).toEqual([key, second])
  expect(await ada.data('GET', `${KEYS}/${key.id}`)).toEqual(key)
  expect((await ada.delete(`${KEYS}/${key.id}`)).status).toBe(204)
  expect(await ada.data('GET', KEYS)).toEqual([second])
  expect((await ada.delete(`${KEYS}/${key.id}`)).status).toBe(404)
})

test('rejects a key without a label, with an unknown scope or with an expiry date in the past', async () => {
  const { ada } = await story()
  const errorsOf = async (body: object) => {
    const { status, body: answer } = await ada.post(KEYS, body)
    return [status, answer.error?.errors ?? answer.errors]
  }
  expect(await errorsOf({})).toEqual([400, { detail: 'Bad Request' }])
  expect(await errorsOf({ label: ' ' })).toEqual([422, { label: ["can't be blank"] }])
  expect(await errorsOf({ label: 'a'.repeat(256) })).toEqual([422, { label: ['should be at most 255 character(s)'] }])
  expect(await errorsOf({ label: 'A', scope: 'all' })).toEqual([422, { scope: ['is invalid'] }])
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  expect(await errorsOf({ label: 'A', expires_at: yesterday })).toEqual([
    422,
    { expires_at: ['must be in the future'] },
  ])
})

test('nobody else sees or deletes a key', async () => {
  const { ada, ben, grace, server, acme } = await story()
  const { key } = await newScript(ada)
  const amy = await newTeammate(server, acme, 'amy')
  await ada.data('PUT', `/api/users/${amy.id}/role`, { role: 'admin' })

  expect((await ben.get(KEYS)).status).toBe(403)
  expect((await ben.post(KEYS, { label: 'Mine' })).status).toBe(403)
  for (const other of [amy, grace]) {
    expect(await other.data('GET', KEYS)).toEqual([])
    expect((await other.get(`${KEYS}/${key.id}`)).status).toBe(404)
    expect((await other.delete(`${KEYS}/${key.id}`)).status).toBe(404)
  }
  expect(await ada.data('GET', KEYS)).toHaveLength(1)
})

test('a key authenticates as its owner under /api/v1 only, and a session only under /api', async () => {
  const { ada } = await story()
  const { script } = await newScript(ada)

  expect(await script.data('GET', '/api/v1/me')).toMatchObject({
    id: ada.id,
    email: ada.email,
    account_id: ada.account_id,
    role: 'admin',
  })
  const refusal = { error: { code: 401, message: 'Not authenticated' } }
  expect(await script.get('/api/me')).toMatchObject({ status: 401, body: refusal })
  expect(await ada.get('/api/v1/me')).toMatchObject({ status: 401, body: refusal })
  for (const authorization of ['', 'Bearer', 'Bearer papercups_wrong', `Bearer ${'a'.repeat(5_000)}`])
    expect((await script.get('/api/v1/me', { authorization })).body).toEqual(refusal)
})

test('the database gives no key away', async () => {
  const { ada, server } = await story()
  const { key } = await newScript(ada)
  const { rows } = await databaseOf(server.platform).pool.query<{ row: string }>(
    'select k::text as row from personal_api_keys k where id = $1',
    [key.id],
  )
  expect(rows[0]?.row).not.toContain(key.value.slice('papercups_'.length))
  expect(rows[0]?.row).not.toContain(Buffer.from(key.value).toString('hex'))
})

test('a key shows when and from where it was last used, written at most once a minute', async () => {
  const { ada, server } = await story()
  const { key, script } = await newScript(ada)
  const used = async () => (await ada.data('GET', `${KEYS}/${key.id}`)) as PersonalApiKey

  await script.get('/api/v1/me', { 'user-agent': 'backup-script/2' })
  await expect.poll(used).toMatchObject({ last_used_ip: script.address, last_used_agent: 'backup-script/2' })
  const first = await used()
  expect(Date.parse(first.last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000)

  const { pool } = databaseOf(server.platform)
  const version = async () => {
    const { rows } = await pool.query('select xmin::text from personal_api_keys where id = $1', [key.id])
    return rows[0] as unknown
  }
  const before = await version()
  for (let call = 0; call < 5; call += 1) await script.get('/api/v1/me', { 'user-agent': 'other' })
  await pool.query("select pg_notify('changed', 'api_key:')")
  await script.get('/api/v1/me', { 'user-agent': 'other' })
  expect(await version()).toEqual(before)

  await pool.query("update personal_api_keys set last_used_at = now() - interval '61 seconds' where id = $1", [key.id])
  await server.platform.settleChange(`api_key:${key.id}`)
  await script.get('/api/v1/me', { 'user-agent': 'other' })
  await expect.poll(used).toMatchObject({ last_used_agent: 'other' })
})

test('a key stops when it expires', async () => {
  const { ada, server } = await story()
  const { key, script } = await newScript(ada, { expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  expect((await script.get('/api/v1/me')).status).toBe(200)

  const { pool } = databaseOf(server.platform)
  await pool.query('update personal_api_keys set expires_at = now() where id = $1', [key.id])
  await server.platform.settleChange(`api_key:${key.id}`)

  expect(await script.get('/api/v1/me')).toMatchObject({
    status: 401,
    body: { error: { status: 401, message: 'This API key has expired.' } },
  })
})

test('a user has at most 100 keys, also when they are created at once', async () => {
  const { ada, server } = await story()
  const { pool } = databaseOf(server.platform)
  await pool.query(
    `insert into personal_api_keys (account_id, user_id, label, value_hash, value_encrypted)
     select $1::uuid, $2::bigint, 'Old', sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'v1.' from generate_series(1, 98) n`,
    [ada.account_id, ada.id],
  )
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((label) => ada.post(KEYS, { label })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422])
})

test('a key stops at once in every process when it is deleted or its owner loses their rights', async () => {
  const database = await createMigratedDatabase()
  const env = { DATABASE_URL: database.url }
  const [here, there] = await Promise.all([startTestServer({ env }), startTestServer({ env })])
  onTestFinished(async () => {
    await Promise.all([here.stop(), there.stop()])
    await database.drop()
  })
  const acme = await newCompany(here, 'Acme', 'ada')
  const ada = acme.admin

  const admin = async (name: string) => {
    const agent = await newTeammate(here, acme, name)
    await ada.data('PUT', `/api/users/${agent.id}/role`, { role: 'admin' })
    const { key, script } = await newScript(agent)
    const statuses = async () => {
      const elsewhere = await fetch(`${there.url}/api/v1/me`, { headers: { authorization: script.token ?? '' } })
      return [(await script.get('/api/v1/me')).status, elsewhere.status]
    }
    // The first calls fill the caches of both processes.
    expect(await statuses()).toEqual([200, 200])
    return { agent, key, statuses }
  }

  const owner = await admin('owner')
  await owner.agent.delete(`${KEYS}/${owner.key.id}`)
  expect(await owner.statuses()).toEqual([401, 401])

  for (const [name, act] of [
    ['disabled', (id: number) => ada.data('POST', `/api/users/${id}/disable`)],
    ['archived', (id: number) => ada.data('POST', `/api/users/${id}/archive`)],
    ['demoted', (id: number) => ada.data('PUT', `/api/users/${id}/role`, { role: 'user' })],
  ] as const) {
    const { agent, statuses } = await admin(name)
    await act(agent.id)
    expect([name, await statuses()]).toEqual([name, [401, 401]])
  }
})
