import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { newSession } from '../../../../test/recorders.js'
import { startTestServer } from '../../../../test/server.js'
import { newCompany, story, Visitor } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

test('a recorder starts a session, and the team lists it with its customer', async () => {
  const { ada, ben, grace, carla, acme } = await story()
  const { customer_id } = carla
  const metadata = { pathname: '/pricing', browser: 'Firefox', browser_version: 120 }
  const started_at = '2024-03-09T14:05:22.417Z'
  const { status, body } = await carla.post('/api/browser_sessions', {
    browser_session: { account_id: acme.id, customer_id, started_at, metadata },
  })
  const basic = { object: 'browser_session', account_id: acme.id, customer_id, metadata, finished_at: null }
  expect(status).toBe(201)
  expect(body.data).toEqual({ ...basic, id: expect.any(String), started_at: '2024-03-09T14:05:22Z' })
  const { id } = body.data

  const nobodys = await newSession(carla, { customer_id: undefined })
  const list = await ben.data('GET', '/api/browser_sessions')
  expect(list).toMatchObject([
    { id: nobodys, customer: null },
    { id, customer: { id: customer_id, name: 'Carla' }, recorded: false, last_event_at: null, duration_ms: null },
  ])
  const shown = await ada.data('GET', `/api/browser_sessions/${id}`)
  expect(shown).toMatchObject({ ...basic, browser_replay_events: [], customer: { name: 'Carla' } })

  expect(await grace.data('GET', '/api/browser_sessions')).toEqual([])
  expect(await grace.data('GET', '/api/browser_sessions/count')).toEqual({ count: 0 })
  for (const call of [grace.get, grace.delete]) expect((await call(`/api/browser_sessions/${id}`)).status).toBe(404)
  const stolen = await grace.put(`/api/browser_sessions/${id}`, { browser_session: { metadata: {} } })
  expect(stolen.status).toBe(404)
})

test('filters and counts sessions, the last changed first', async () => {
  const { ada, carla, acme, server } = await story()
  const dora = await new Visitor(server.url).arrives(acme.id)
  const [first, second, third] = [await newSession(carla), await newSession(carla), await newSession(dora)]
  await carla.post(`/api/browser_sessions/${first}/finish`)
  const ids = async (query: string) =>
    (await ada.data('GET', `/api/browser_sessions?${query}`)).map(({ id }: { id: string }) => id)
  const count = async (query: string) => (await ada.data('GET', `/api/browser_sessions/count?${query}`)).count

  expect(await ids('')).toEqual([first, third, second])
  expect(await ids('limit=1')).toEqual([first])
  expect(await ids('active=true')).toEqual([third, second])
  expect(await ids('active=false&inbox_id')).toEqual([first])
  expect(await ids(`customer_id=${carla.customer_id}&active=true&limit=5`)).toEqual([second])
  expect(await ids(`ids[]=${first}&ids[]=${third}`)).toEqual([first, third])
  expect([await count(''), await count('active=true'), await count(`customer_id=${dora.customer_id}`)]).toEqual([
    3, 2, 1,
  ])

  const more = Array.from({ length: 101 }, () => ({ account_id: acme.id }))
  await databaseOf(server.platform).db.insertInto('browser_sessions').values(more).execute()
  expect(await ids('')).toHaveLength(100)
  expect(await count('')).toBe(104)
})

test('beacons finish and restart a session in the order in which they were sent', async () => {
  const { carla } = await story()
  const id = await newSession(carla)
  const beacon = (what: string, ms: number) =>
    carla.post(`/api/browser_sessions/${id}/${what}?ip=1&_=${ms}`, 'data=e30=', {
      'content-type': 'application/x-www-form-urlencoded',
    })
  const finished = async (answer: ReturnType<typeof beacon>) => {
    const { status, body } = await answer
    return [status, body.data.finished_at !== null]
  }
  expect(await finished(beacon('finish', 1_000))).toEqual([200, true])
  expect(await finished(beacon('restart', 3_000))).toEqual([200, false])
  // Sent by the page before.
  expect(await finished(beacon('finish', 2_000))).toEqual([200, false])
  expect(await finished(beacon('finish', 4_000))).toEqual([200, true])
  expect(await finished(carla.post(`/api/browser_sessions/${id}/restart`))).toEqual([200, false])
  expect((await carla.get(`/api/browser_sessions/${id}/exists`)).body).toEqual({ data: true })
})

test('a session belongs to a customer of its own account only', async () => {
  const { carla, globex, server, ada } = await story()
  const gus = await new Visitor(server.url).arrives(globex.id, { name: 'Gus' })
  const id = await newSession(carla, { customer_id: null })
  const identify = (customer_id: unknown) => carla.post(`/api/browser_sessions/${id}/identify`, { customer_id })
  for (const wrong of [gus.customer_id, crypto.randomUUID(), 'x', null])
    expect((await identify(wrong)).status).toBe(422)
  expect((await identify(carla.customer_id)).body.data).toMatchObject({ id, customer_id: carla.customer_id })
  const change = (customer_id: string) => ada.put(`/api/browser_sessions/${id}`, { browser_session: { customer_id } })
  expect((await change(gus.customer_id)).status).toBe(422)

  const create = (browser_session: object) => carla.post('/api/browser_sessions', { browser_session })
  const refused = [
    { customer_id: carla.customer_id },
    { account_id: 'x' },
    { account_id: crypto.randomUUID() },
    { account_id: carla.account_id, customer_id: gus.customer_id },
  ]
  for (const session of refused) expect((await create(session)).status).toBe(422)
  const odd = await create({
    account_id: carla.account_id,
    customer_id: 'undefined',
    metadata: 'x',
    started_at: 'soon',
  })
  expect(odd.body.data).toMatchObject({ customer_id: null, metadata: null, started_at: expect.any(String) })
  for (const what of ['finish', 'restart', 'identify'])
    expect((await carla.post(`/api/browser_sessions/${crypto.randomUUID()}/${what}`)).status).toBe(404)
  for (const unknown of [crypto.randomUUID(), 'x'])
    expect((await carla.get(`/api/browser_sessions/${unknown}/exists`)).body).toEqual({ data: false })
})

test('an agent changes and deletes a session', async () => {
  const { ada, ben, carla } = await story()
  const id = await newSession(carla)
  const browser_session = { metadata: { os: 'Linux' }, finished_at: '2024-03-09T14:05:22Z' }
  expect(await ben.data('PUT', `/api/browser_sessions/${id}`, { browser_session })).toMatchObject(browser_session)
  expect((await carla.delete(`/api/browser_sessions/${id}`)).status).toBe(401)
  expect((await ada.delete(`/api/browser_sessions/${id}`)).status).toBe(204)
  expect((await ada.get(`/api/browser_sessions/${id}`)).status).toBe(404)
})

test('an admin decides what is recorded, and the recorder reads it', async () => {
  const { ada, ben, grace, carla, acme } = await story()
  const settings = { keep_days: 7, store: true, mask_text: false, only_pages: [], except_pages: [] }
  const path = '/api/account/recording_settings'
  expect(await ben.data('GET', path)).toEqual({ ...settings, respect_privacy_signals: true, max_megabytes: 500 })
  const changes = { keep_days: 30, mask_text: true, except_pages: ['/account'] }
  expect((await ben.put(path, changes)).status).toBe(403)
  expect(await ada.data('PUT', path, changes)).toMatchObject({ ...settings, ...changes })
  expect(await ada.data('PUT', path, { store: false })).toMatchObject({ ...changes, store: false })
  for (const wrong of [{ keep_days: 0 }, { max_megabytes: 1 }, { only_pages: [' '] }, { only_pages: 'x' }])
    expect((await ada.put(path, wrong)).status).toBe(422)
  expect(await grace.data('GET', path)).toMatchObject(settings)

  const open = await carla.data('GET', `/api/recording_settings?account_id=${acme.id}`)
  const shown = { enabled: true, mask_text: true, only_pages: [], except_pages: ['/account'] }
  expect(open).toEqual({ ...shown, respect_privacy_signals: true })
  expect((await carla.get(`/api/recording_settings?account_id=${crypto.randomUUID()}`)).status).toBe(404)
})

test('needs the Team plan where billing is on, and the switch of the operator', async () => {
  const billed = await startTestServer({
    env: { BILLING_ENABLED: 'true', STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
  })
  const { id, admin } = await newCompany(billed, 'Acme', 'ada')
  const visitor = await new Visitor(billed.url).arrives(id)
  const create = () => visitor.post('/api/browser_sessions', { browser_session: { account_id: id } })
  const settings = () => visitor.data('GET', `/api/recording_settings?account_id=${id}`)
  for (const path of ['/api/browser_sessions', '/api/browser_sessions/count']) {
    const { status, body } = await admin.get(path)
    expect([status, body.error.code]).toEqual([403, 'plan_limit'])
  }
  expect((await create()).status).toBe(403)
  expect(await settings()).toMatchObject({ enabled: false })
  await expect(admin.join(`events:admin:${id}:all`)).rejects.toThrow('unauthorized')

  const { db } = databaseOf(billed.platform)
  await db.updateTable('accounts').set({ subscription_plan: 'team' }).where('id', '=', id).execute()
  expect((await create()).status).toBe(201)
  expect(await settings()).toMatchObject({ enabled: true })
  await admin.join(`events:admin:${id}:all`)

  const off = await startTestServer({ env: { STORYTIME_ENABLED: 'false' } })
  const company = await newCompany(off, 'Acme', 'ada')
  const stranger = new Client(off.url)
  const refused = await stranger.post('/api/browser_sessions', { browser_session: { account_id: company.id } })
  expect(refused.status).toBe(403)
  const answer = await stranger.data('GET', `/api/recording_settings?account_id=${company.id}`)
  expect(answer).toMatchObject({ enabled: false })
  expect(await company.admin.data('GET', '/api/browser_sessions')).toEqual([])
})
