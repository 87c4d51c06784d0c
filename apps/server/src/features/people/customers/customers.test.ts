import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { newScript } from '../../../../test/api-keys.js'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'

test('a widget creates its visitor with sloppy fields', async () => {
  const { acme, server } = await story()
  const visitor = new Client(server.url)
  const customer = {
    account_id: acme.id,
    external_id: 981,
    email: 'undefined',
    name: 'null',
    browser_version: 121,
    screen_height: '900',
    current_url: `https://shop.example/${'x'.repeat(300)}`,
    metadata: 'nonsense',
    insert_id: 'abc',
    time: 1.5,
    ip: '203.0.113.9',
    company_id: randomUUID(),
    first_seen: '1999-01-01',
  }
  const { status, body, headers } = await visitor.post('/api/customers', { customer })

  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/customers/${body.data.id}`)
  expect(body.data).toMatchObject({
    external_id: '981',
    email: null,
    name: null,
    metadata: null,
    title: 'Anonymous User',
  })
  expect(body.data.current_url).toHaveLength(253)
  expect(body.data.first_seen).toBe(new Date().toISOString().slice(0, 10))
  expect(body.data).not.toHaveProperty('ip')
  expect(body.data).not.toHaveProperty('company_id')
})

const long = (length: number) => 'x'.repeat(length)

test('drops a browser’s invalid optional fields, and reports the team’s', async () => {
  const { acme, ada, carla, server } = await story()
  const odd = {
    name: { first: 'Zoe' },
    email: ['zoe@example.com'],
    browser: long(40_000),
    host: 'shop.example',
    screen_height: 'undefined',
    screen_width: 900.5,
    metadata: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown,
    company_id: 'nonsense',
  }
  for (const screen_width of ['null', '', 'tall', '1280.5', 1e12, [1280], { width: 1280 }]) {
    const received = { ...odd, screen_width }
    const { status, body } = await new Client(server.url).post('/api/customers', {
      customer: { ...received, account_id: acme.id },
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: null, email: null, browser: long(255), host: 'shop.example' })
    expect((await carla.put(`/api/customers/${carla.customer_id}/metadata`, { metadata: received })).status).toBe(200)
  }
  const known = await ada.data('GET', `/api/customers/${carla.customer_id}`)
  expect(known).toMatchObject({ name: 'Carla', email: 'carla@example.com', host: 'shop.example', metadata: null })

  const conversation = {
    customer_id: carla.customer_id,
    subject: long(300),
    metadata: [],
    priority: 'high',
    message: 1,
  }
  const started = await carla.post('/api/conversations', { conversation: { ...conversation, account_id: acme.id } })
  expect(started.status).toBe(201)
  expect(started.body.data).toMatchObject({ subject: long(255), metadata: null, priority: 'not_priority' })
  const metadata = { host: 17, pathname: long(20_000), last_seen_at: 'never' }
  expect((await carla.put('/api/widget_settings/metadata', { account_id: acme.id, metadata })).status).toBe(200)

  const { host, metadata: tooDeep, ...wrong } = odd
  for (const [field, value] of Object.entries(wrong)) {
    const { status, body } = await ada.post('/api/customers', { customer: { host, [field]: value } })
    expect([status, Object.keys(body.error.errors)]).toEqual([422, [field]])
  }
  expect((await ada.post('/api/customers', { customer: { host, metadata: tooDeep } })).status).toBe(400)
  for (const [field, value] of Object.entries({ subject: long(300), metadata: [], priority: 'high', message: 1 })) {
    const { body } = await ada.post('/api/conversations', {
      conversation: { customer_id: carla.customer_id, [field]: value },
    })
    expect(Object.keys(body.error.errors)).toEqual([field])
  }
})

test('stores what the team sends whole, or refuses it', async () => {
  const { ada, ben } = await story()
  const { script } = await newScript(ada)
  const tooLong = { name: long(256), email: long(300), external_id: long(300), time_zone: long(256), metadata: 'x' }
  for (const [field, value] of Object.entries(tooLong)) {
    const customer = { name: 'Zoe', [field]: value }
    for (const [who, path] of [
      [script, '/api/v1/customers'],
      [ben, '/api/customers'],
    ] as const) {
      const { status, body } = await who.post(path, { customer })
      expect([path, status, Object.keys(body.error.errors)]).toEqual([path, 422, [field]])
    }
  }
  const current_url = `https://shop.example/${long(1_000)}`
  const customer = { name: ' Zoe ', email: 'undefined', external_id: 'null', current_url, metadata: { plan: 'gold' } }
  const stored = { name: 'Zoe', email: null, external_id: null, current_url, metadata: { plan: 'gold' } }
  expect(await script.data('POST', '/api/v1/customers', { customer })).toMatchObject(stored)
  const nothing = await script.post('/api/v1/customers', { customer: { name: ' ', ip: '203.0.113.9', metadata: null } })
  expect(nothing.body.error.errors).toEqual({ name: ["can't be blank"] })
})

test('rejects a customer of an unknown account', async () => {
  const { server, ada, globex } = await story()
  const visitor = new Client(server.url)
  const refused = async (account_id: unknown) =>
    (await visitor.post('/api/customers', { customer: { account_id } })).body.error.errors
  expect(await refused(undefined)).toEqual({ account_id: ["can't be blank"] })
  expect(await refused('nonsense')).toEqual({ account_id: ['is invalid'] })
  expect(await refused(randomUUID())).toEqual({ account_id: ['does not exist'] })

  // A signed-in caller creates customers in their own account, whatever the body says.
  const { id } = await ada.data('POST', '/api/customers', { customer: { account_id: globex.id, name: 'Zoe' } })
  const row = await databaseOf(server.platform)
    .db.selectFrom('customers')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.account_id).toBe(ada.account_id)
})

test('finds a visitor again by external id', async () => {
  const { acme, globex, server } = await story()
  const visitor = new Client(server.url)
  const { id } = await visitor.data('POST', '/api/customers', {
    customer: { account_id: acme.id, external_id: 'u_1', email: 'Zoe@Example.com' },
  })
  const identify = async (query: string) => {
    const { status, body } = await visitor.get(`/api/customers/identify?${query}`)
    expect(status, query).toBe(200)
    return body
  }

  expect(await identify(`account_id=${acme.id}&external_id=u_1`)).toEqual({ data: { customer_id: id } })
  expect(await identify(`account_id=${acme.id}&external_id=u_1&email=zoe@example.com&host=`)).toEqual({
    data: { customer_id: id },
  })
  for (const query of [
    `account_id=${acme.id}&external_id=u_2`,
    `account_id=${globex.id}&external_id=u_1`,
    `account_id=${acme.id}&external_id=u_%25`,
    `account_id=${acme.id}&external_id=%25`,
    `account_id=${acme.id}&external_id=undefined`,
    `account_id=${acme.id}`,
    'external_id=u_1',
    `account_id=${randomUUID()}&external_id=u_1`,
    'account_id=nonsense&external_id=u_1',
    'account_id=undefined&external_id=u_1',
    '',
    `account_id[]=${acme.id}&external_id[$ne]=`,
    `account_id=${acme.id}&external_id=u_2&user_hash[]=x&email[a]=b&host=${long(5_000)}`,
    `account_id=${acme.id}&external_id=u_1&email=other@example.com`,
  ]) {
    expect(await identify(query)).toEqual({ data: { customer_id: null } })
  }
})

test('only the own account learns whether a customer exists', async () => {
  const { carla, acme, globex } = await story()
  const exists = async (id: string, query = '') => (await carla.get(`/api/customers/${id}/exists${query}`)).body.data
  expect(await exists(carla.customer_id)).toBe(true)
  expect(await exists(carla.customer_id, `?account_id=${acme.id}`)).toBe(true)
  expect(await exists(carla.customer_id, `?account_id=${globex.id}`)).toBe(false)
  expect(await exists(randomUUID())).toBe(false)
  expect(await exists('nonsense')).toBe(false)
})

test('missing values never overwrite stored ones', async () => {
  const { carla, ada } = await story()
  const path = `/api/customers/${carla.customer_id}/metadata`
  const metadata = {
    name: 'undefined',
    email: 'null',
    phone: '',
    browser: 'Firefox',
    metadata: { plan: 'gold' },
    account_id: 'x',
  }

  const { status, body } = await carla.put(path, { metadata })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    name: 'Carla',
    email: 'carla@example.com',
    browser: 'Firefox',
    metadata: { plan: 'gold' },
  })
  expect(body.data).not.toHaveProperty('ip')

  await carla.put(path, { metadata: { metadata: { plan: 'silver' } } })
  const conversation = await ada.data('GET', `/api/conversations/${carla.conversation_id}`)
  expect(conversation.customer).toMatchObject({ name: 'Carla', metadata: { plan: 'silver' } })

  expect((await carla.put(`/api/customers/${randomUUID()}/metadata`, { metadata: {} })).status).toBe(404)
  expect((await carla.put(path, {})).status).toBe(400)
})

test('broadcasts a changed identity, but no page change', async () => {
  const { ben, grace, carla, hearOut } = await story()
  const path = `/api/customers/${carla.customer_id}/metadata`
  const received: string[] = []
  const elsewhere: unknown[] = []
  ;(await ben.listen()).on('customer:updated', ({ id }) => received.push(id))
  ;(await grace.listen()).on('customer:updated', (change) => elsewhere.push(change))
  await carla.put(path, { metadata: { name: 'Carla', pathname: '/cart' } })
  await hearOut()
  expect(received).toEqual([])
  await carla.put(path, { metadata: { phone: '+351 912' } })
  await hearOut()
  expect(received).toEqual([carla.customer_id])
  expect(elsewhere).toEqual([])
})

test('a customer added by hand was never seen', async () => {
  const { ada, server } = await story()
  const added = await ada.data('POST', '/api/customers', { customer: { name: 'Dora' } })
  expect(added.last_seen_at).toBeNull()
  const listed = await ada.get('/api/customers')
  expect(listed.body.data.at(-1)).toMatchObject({ name: 'Dora', last_seen_at: null })

  const path = `/api/customers/${added.id}`
  await ada.put(path, { customer: { phone: '+351 1' } })
  expect((await ada.data('GET', path)).last_seen_at).toBeNull()
  await new Client(server.url).put(`${path}/metadata`, { metadata: { host: 'shop.example' } })
  expect((await ada.data('GET', path)).last_seen_at).toEqual(expect.any(String))
  expect((await ada.get('/api/customers')).body.data.map((one: { name: string }) => one.name)).toContain('Dora')
})

test('a teammate cannot add a customer without any field', async () => {
  const { ada, acme, server } = await story()
  for (const customer of [{}, { name: ' ', email: '', company_id: null }, { account_id: acme.id }]) {
    const { status, body } = await ada.post('/api/customers', { customer })
    expect(status).toBe(422)
    expect(body.error.errors).toEqual({ name: ["can't be blank"] })
  }
  // A visitor's browser may know nothing about its visitor.
  expect((await new Client(server.url).post('/api/customers', { customer: { account_id: acme.id } })).status).toBe(201)
})
