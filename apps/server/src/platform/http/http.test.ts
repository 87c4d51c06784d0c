import { Data, InstantInput, Nullable, UserId, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.js'
import { expectErrors } from '../../../test/logged-errors.js'
import { startTestServer, theServer } from '../../../test/server.js'
import { newCompany, newTeammate } from '../../../test/story.js'
import { defineFeature } from '../feature.js'
import { toInstant, toTimestamp } from '../wire-time.js'

const Echoed = Type.Object({
  thing: Type.Object({
    name: Type.String({ maxLength: 10 }),
    count: Type.Optional(Type.Integer()),
    flag: Type.Optional(Type.Boolean()),
    at: Type.Optional(Nullable(InstantInput)),
    note: Type.Optional(Nullable(Type.String())),
    ids: Type.Optional(Type.Array(Type.String())),
  }),
})

const response = { 200: Data(Type.Unknown()) }

/** Echoes the parsed input. */
const echo = defineFeature({
  routes(app) {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      app.route({
        method,
        url: '/api/echo',
        config: { allow: 'public' },
        schema: { body: Echoed, response },
        handler: async ({ body }) => ({ data: { method, ...body } }),
      })
    }
    app.get('/api/echo', {
      config: { allow: 'public' },
      schema: {
        querystring: Type.Object({
          who: Type.Optional(Nullable(Type.String())),
          ids: Type.Optional(Type.Array(Type.String())),
          user_ids: Type.Optional(Nullable(Type.Array(UserId))),
          limit: Type.Optional(Nullable(Type.Integer({ maximum: 200 }))),
        }),
        response,
      },
      handler: async ({ query }) => ({ data: query }),
    })
    app.get('/api/echo/:id/filtered', {
      config: { allow: 'public' },
      schema: {
        params: Type.Object({ id: Uuid }),
        querystring: Type.Object({ kind: Type.Enum(['a', 'b']) }, { additionalProperties: false }),
        response,
      },
      handler: async ({ query }) => ({ data: query }),
    })
    app.get('/api/echo/limited', {
      config: { allow: 'public', limit: { per_ip: 3, subject: 100 } },
      schema: { response },
      handler: async () => ({ data: {} }),
    })
    app.get('/api/echo/person', {
      config: { allow: 'public', limit: { per_ip: 100, subject: 2 } },
      schema: { response },
      handler: async () => ({ data: {} }),
    })
    app.get('/api/echo/visitor/:id', {
      config: { allow: 'public', limit: { per_ip: 12, subject: 100, visitor: 3 } },
      schema: { params: Type.Object({ id: Type.String() }), response },
      handler: async () => ({ data: {} }),
    })
    app.get('/api/echo/bug', { config: { allow: 'public' }, schema: { response } }, async () => {
      throw new Error('the secret is 42')
    })
    app.get('/api/echo/lie', { config: { allow: 'public' }, schema: { response: { 200: Data(Uuid) } } }, async () => ({
      data: 'x' as never,
    }))
    app.get('/api/echo/admin', { config: { allow: 'admin' }, schema: { response } }, async () => ({ data: {} }))
  },
})

const server = startTestServer({ features: [echo] })
const client = async () => new Client((await server).url)

async function send(method: string, body: string, type: string) {
  return (await client()).call(method, '/api/echo', body, { 'content-type': type })
}

test('JSON, forms and multipart give the same body', async () => {
  const thing = { name: 'Ann', count: 3, flag: true, ids: ['a', 'b'] }
  const form = 'thing[name]=Ann&thing[count]=3&thing[flag]=true&thing[ids][]=a&thing[ids][]=b'
  const parts = [
    ['name', 'Ann'],
    ['count', '3'],
    ['flag', '1'],
    ['ids][', 'a'],
    ['ids][', 'b'],
  ]
    .map(([key, value]) => `--x\r\ncontent-disposition: form-data; name="thing[${key}]"\r\n\r\n${value}\r\n`)
    .join('')

  expect((await send('POST', JSON.stringify({ thing }), 'application/json')).body.data.thing).toEqual(thing)
  expect((await send('POST', form, 'application/x-www-form-urlencoded')).body.data.thing).toEqual(thing)
  expect((await send('POST', `${parts}--x--\r\n`, 'multipart/form-data; boundary=x')).body.data.thing).toEqual(thing)
})

test('a form can send PUT and DELETE', async () => {
  for (const method of ['PUT', 'DELETE']) {
    const form = await send('POST', `_method=${method}&thing[name]=Ann`, 'application/x-www-form-urlencoded')
    expect(form.body.data).toEqual({ method, thing: { name: 'Ann' } })
  }
  const missing = await (
    await client()
  ).post('/api/nowhere', '_method=PUT', { 'content-type': 'application/x-www-form-urlencoded' })
  expect(missing.status).toBe(404)
})

test('a key without a value is null, brackets make lists', async () => {
  const { body } = await (await client()).get('/api/echo?who&ids[]=a&ids[]=b&unknown=1')
  expect(body.data).toEqual({ who: null, ids: ['a', 'b'] })
})

test('accepts times with and without an offset', async () => {
  for (const at of ['2024-03-09T14:05:22', '2024-03-09T15:05:22+01:00', '2024-03-09T14:05:22.000Z']) {
    const { body } = await (await client()).post('/api/echo', { thing: { name: 'Ann', at } })
    expect(body.data.thing.at).toBe('2024-03-09T14:05:22.000Z')
  }
  expect(toTimestamp(new Date('2024-03-09T14:05:22.417Z'))).toBe('2024-03-09T14:05:22')
  expect(toInstant(new Date('2024-03-09T14:05:22.417Z'))).toBe('2024-03-09T14:05:22Z')
})

test('returns the four error bodies', async () => {
  const visitor = await client()

  const fields = await visitor.post('/api/echo', { thing: { name: 7, count: 'many', flag: 'perhaps' } })
  expect(fields.status).toBe(422)
  expect(fields.body).toEqual({
    error: {
      status: 422,
      message: 'Unprocessable Entity',
      errors: { name: ['is invalid'], count: ['is invalid'], flag: ['is invalid'] },
    },
  })
  const long = await visitor.post('/api/echo', { thing: { name: 'Hubert Blaine' } })
  expect(long.body.error.errors).toEqual({ name: ['should be at most 10 character(s)'] })
  const blank = await visitor.post('/api/echo', { thing: {} })
  expect(blank.body.error.errors).toEqual({ name: ["can't be blank"] })

  const stranger = await visitor.get('/api/me')
  expect(stranger.status).toBe(401)
  expect(stranger.body).toEqual({ error: { code: 401, message: 'Not authenticated' } })

  const missing = await visitor.get('/api/widget_settings')
  expect(missing.status).toBe(422)
  expect(missing.body.error).toEqual({ status: 422, message: 'The account_id is a required parameter', received: [] })

  for (const [answer, status, detail] of [
    [await visitor.post('/api/echo', {}), 400, 'Bad Request'],
    [await visitor.post('/api/echo', '{nonsense'), 400, 'Bad Request'],
    [await visitor.get('/api/nowhere'), 404, 'Not Found'],
    [await visitor.delete('/api/nowhere'), 404, 'Not Found'],
    [await visitor.get('/api/echo', { accept: 'text/html' }), 406, 'Not Acceptable'],
    [await visitor.post('/api/echo', { thing: { name: 'x'.repeat(8_000_001) } }), 413, 'Request Entity Too Large'],
  ] as const) {
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ errors: { detail } })
  }
})

test('a query takes a list of one value without brackets', async () => {
  const visitor = await client()
  const echoed = async (query: string) => (await visitor.get(`/api/echo?${query}`)).body.data
  expect(await echoed('ids=one&user_ids=7')).toEqual({ ids: ['one'], user_ids: [7] })
  expect((await visitor.post('/api/echo', { thing: { name: 'x', ids: 'one' } })).status).toBe(422)
})

test('a refused query says which parameter is wrong and why', async () => {
  const visitor = await client()
  const id = crypto.randomUUID()
  for (const [path, reason] of [
    ['?limit=1000', 'limit must be <= 200'],
    ['?user_ids=x', 'user_ids must be integer'],
    [`/${id}/filtered`, 'kind is missing'],
    [`/${id}/filtered?kind=a&colour=red`, 'colour is unknown'],
    [`/${id}/filtered?kind=a&${'x'.repeat(300)}=1`, `${'x'.repeat(100)} is unknown`],
    ['/nonsense/filtered?kind=a', undefined],
  ] as const) {
    const { status, body } = await visitor.get(`/api/echo${path}`)
    expect([status, body]).toEqual([400, { errors: { detail: 'Bad Request', reason } }])
  }
})

test('a bug returns a plain 500, as does a response that breaks its schema', async () => {
  expectErrors(/the secret is 42/, /echo\/lie breaks its own schema/)
  const visitor = await client()
  for (const path of ['/api/echo/bug', '/api/echo/lie']) {
    const answer = await visitor.get(path)
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ errors: { detail: 'Internal Server Error' } })
  }
})

test('a route without an audience stops the boot', async () => {
  const careless = defineFeature({ routes: (app) => void app.get('/api/careless', async () => ({})) })
  await expect(startTestServer({ features: [careless] })).rejects.toThrow(
    'GET /api/careless does not say who may call it',
  )
})

test('refuses members on admin routes', async () => {
  const acme = await newCompany(await server, 'Acme', 'ada')
  const ben = await newTeammate(await server, acme, 'ben')
  const { url } = await server
  const as = async (token: string | undefined) => Object.assign(new Client(url), { token }).get('/api/echo/admin')

  expect((await as(acme.admin.token)).status).toBe(200)
  const refused = await as(ben.token)
  expect(refused.status).toBe(403)
  expect(refused.body).toEqual({ error: { status: 403, message: 'Unauthorized access' } })
  expect((await as(undefined)).status).toBe(401)
})

test('any site may call, no site may send credentials', async () => {
  const visitor = await client()
  const answer = await visitor.get('/api/echo', { origin: 'https://shop.example' })
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  const preflight = await visitor.call('OPTIONS', '/api/customers', undefined, {
    origin: 'https://shop.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  })
  expect(preflight.status).toBe(200)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type')
})

test('refuses too many calls with the seconds to wait', async () => {
  const { url } = await server
  const flood = new Client(url)
  const calls = await Promise.all(Array.from({ length: 4 }, () => flood.get('/api/echo/limited')))
  const refused = calls.filter((call) => call.status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused[0]?.body.error.message).toMatch(/^Too many requests/)
  expect((await new Client(url).get('/api/echo/limited')).status).toBe(200)

  // Many IPs, one account.
  const subject = crypto.randomUUID()
  const path = `/api/echo/person?account_id=${subject}`
  const crowd = await Promise.all(Array.from({ length: 4 }, () => new Client(url).get(path)))
  expect(crowd.map((call) => call.status).toSorted()).toEqual([200, 200, 429, 429])
})

test('limits one visitor before the office behind the same IP', async () => {
  const { url } = await server
  const office = '198.51.100.1'
  const call = (id: string) => new Client(url, office).get(`/api/echo/visitor/${id}`)
  const statuses = async (id: string, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => call(id)))).map(({ status }) => status).toSorted()

  expect(await statuses('mallory', 30)).toEqual([...Array(3).fill(200), ...Array(27).fill(429)])
  // Refused calls do not count for the others.
  for (const id of ['carla', 'dora', 'emil']) expect(await statuses(id, 3)).toEqual([200, 200, 200])
  // All of them together reach the limit of the IP, whatever ids they send.
  expect((await call('gus')).status).toBe(429)
})

test('ignores extra slashes and returns a request id', async () => {
  const visitor = await client()
  const answer = await visitor.get('//api//echo?who=me')
  expect(answer.body.data).toEqual({ who: 'me' })
  expect((await visitor.get('/api/echo/?who=me')).body.data).toEqual({ who: 'me' })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('answers pings of old scripts without an echo', async () => {
  const visitor = new Client((await theServer()).url)
  const pong = { data: { message: 'Pong!', params: {} } }
  expect((await visitor.get('/api/ping?secret=x')).body).toEqual(pong)
  expect((await visitor.post('/api/ping', { secret: 'x' })).body).toEqual(pong)
  expect((await visitor.get('/api/ping/')).body).toEqual(pong)
})

test('the API documents itself', async () => {
  const visitor = new Client((await theServer()).url)
  const { body } = await visitor.get('/api/docs/openapi.json')
  expect(body.paths['/api/messages'].post.security).toEqual([{ session: [] }])
  expect(body.paths['/api/customers'].post.security).toEqual([])
  const page = await visitor.get('/api/docs', { accept: 'text/html' })
  expect(page.body).toContain('/api/conversations/{id}')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('reports health and readiness', async () => {
  const visitor = new Client((await theServer()).url)
  expect((await visitor.get('/health')).body).toEqual({ status: 'ok' })
  expect((await visitor.get('/ready')).body).toEqual({ status: 'ready' })
})
