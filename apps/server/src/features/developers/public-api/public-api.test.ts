import { expect, test } from 'vitest'
import { newScript } from '../../../../test/api-keys.js'
import { Client } from '../../../../test/client.js'
import { startTestServer } from '../../../../test/server.js'
import { newCompany, story } from '../../../../test/story.js'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('takes bracket forms, _method and PATCH', async () => {
  const { ada, carla } = await story()
  const { script } = await newScript(ada)
  const path = `/api/v1/conversations/${carla.conversation_id}`
  const created = await script.post(
    '/api/v1/messages',
    `message[body]=From+a+form&message[conversation_id]=${carla.conversation_id}&message[metadata][a]=b`,
    FORM,
  )
  expect(created).toMatchObject({ status: 201, body: { data: { body: 'From a form', metadata: { a: 'b' } } } })
  expect(created.headers.get('location')).toBe(`/api/messages/${created.body.data.id}`)
  const closed = await script.post(path, '_method=PUT&conversation[status]=closed', FORM)
  expect(closed).toMatchObject({ status: 200, body: { data: { status: 'closed' } } })
  const patched = await script.call('PATCH', path, { conversation: { status: 'open' } })
  expect(patched).toMatchObject({ status: 200, body: { data: { status: 'open' } } })
  const listed = await script.get(`/api/v1/messages?customer_id&conversation_id=${carla.conversation_id}`)
  expect(listed.body.data).toHaveLength(1)
})

test('has no literal paths, and asks for a key on routes that are public under /api', async () => {
  const { ada, acme, server } = await story()
  const { script } = await newScript(ada)
  expect((await script.get('/api/v1/conversations/count')).status).toBe(400)
  expect((await script.get('/api/v1/personal_api_keys')).status).toBe(404)
  const visitor = new Client(server.url)
  const customer = { customer: { account_id: acme.id } }
  expect((await visitor.post('/api/v1/customers', customer)).status).toBe(401)
  expect((await visitor.post('/api/v1/conversations', { conversation: {} })).status).toBe(401)
})

test('a key may do only what its scope says', async () => {
  const { ada, carla } = await story()
  const { conversation_id } = carla
  const { script: reader } = await newScript(ada, { scope: 'read' })
  const { script: writer } = await newScript(ada, { scope: 'messages' })
  const message = { message: { conversation_id, body: 'Hi' } }

  expect((await reader.get('/api/v1/conversations')).status).toBe(200)
  expect((await reader.call('HEAD', '/api/v1/me')).status).toBe(200)
  expect(await reader.post('/api/v1/messages', message)).toMatchObject({
    status: 403,
    body: { error: { status: 403, message: 'This API key may only read.' } },
  })
  const sneaky = await reader.post(`/api/v1/conversations/${conversation_id}`, { _method: 'DELETE' })
  expect(sneaky.status).toBeGreaterThanOrEqual(400)
  expect((await ada.get(`/api/conversations/${conversation_id}`)).status).toBe(200)

  expect((await writer.post('/api/v1/messages', message)).status).toBe(201)
  expect((await writer.get('/api/v1/messages')).status).toBe(200)
  expect((await writer.get('/api/v1/me')).status).toBe(200)
  expect(await writer.get('/api/v1/customers')).toMatchObject({
    status: 403,
    body: { error: { status: 403, message: 'This API key may only read and write messages.' } },
  })
})

test('a key for messages only makes exactly these calls, and sends nothing by email or SMS', async () => {
  const { ada, carla, server } = await story()
  const openapi = await fetch(`${server.url}/api/docs/openapi.json`)
  const { paths } = (await openapi.json()) as { paths: Record<string, Record<string, { description?: string }>> }
  const allowed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description = '' }]) =>
      path.startsWith('/api/v1/') && /\bmessages\b/.test(description) ? [`${method} ${path}`] : [],
    ),
  )
  expect(allowed.toSorted()).toEqual([
    'delete /api/v1/messages/{id}',
    'get /api/v1/conversations/{id}/messages',
    'get /api/v1/me',
    'get /api/v1/messages',
    'get /api/v1/messages/{id}',
    'patch /api/v1/messages/{id}',
    'post /api/v1/messages',
    'put /api/v1/messages/{id}',
  ])
  const { script } = await newScript(ada, { scope: 'messages' })
  const mail = { to: 'dora@example.com', subject: 'Hello', text: 'Not from a bot of messages.' }
  expect((await script.post('/api/v1/gmail/send', mail)).status).toBe(403)
  expect((await script.post('/api/v1/twilio/send', { to: '+15550100', body: 'Hi' })).status).toBe(403)
  await carla.says('Hello')
  const history = await script.get(`/api/v1/conversations/${carla.conversation_id}/messages`)
  expect(history).toMatchObject({ status: 200, body: { data: [{ body: 'Hello' }] } })
})

test('a script tags conversations and customers, and links issues', async () => {
  const { ada, grace, carla } = await story()
  const { script } = await newScript(ada)
  const { script: reader } = await newScript(ada, { scope: 'read' })
  const { script: stranger } = await newScript(grace)
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Dark mode' } })
  const [conversation, customer] = [`conversations/${carla.conversation_id}`, `customers/${carla.customer_id}`]
  const links = [
    [`/api/v1/${conversation}/tags`, { tag_id: tag.id }],
    [`/api/v1/${customer}/tags`, { tag_id: tag.id }],
    [`/api/v1/${customer}/issues`, { issue_id: issue.id }],
  ] as const
  for (const [path, body] of links) {
    expect([path, (await reader.post(path, body)).status]).toEqual([path, 403])
    expect([path, (await stranger.post(path, body)).status]).toEqual([path, 404])
    expect(await script.post(path, body)).toMatchObject({ status: 200, body: { data: { ok: true } } })
  }
  const read = async () => {
    const { tags, issues } = await ada.data('GET', `/api/${customer}?expand[]=tags&expand[]=issues`)
    return [(await ada.data('GET', `/api/${conversation}`)).tags, tags, issues].map((all) => all.length)
  }
  expect(await read()).toEqual([1, 1, 1])
  for (const [path, body] of links) {
    const one = `${path}/${Object.values(body).join()}`
    expect([one, (await stranger.delete(one)).status]).toEqual([one, 404])
    expect([one, (await script.delete(one)).status]).toEqual([one, 200])
  }
  expect(await read()).toEqual([0, 0, 0])
})

test('each key has a limit; headers say what is left and when to come back', async () => {
  const server = await startTestServer({ env: { API_CALLS_PER_MINUTE: '3' } })
  const { admin } = await newCompany(server, 'Acme', 'ada')
  const [{ script }, { script: other }] = [await newScript(admin), await newScript(admin)]
  const left = []
  for (let call = 0; call < 2; call += 1) {
    const { status, headers } = await script.get('/api/v1/me')
    left.push([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')])
  }
  expect(left).toEqual([
    [200, '3', '2'],
    [200, '3', '1'],
  ])
  // A form that names its method counts, too.
  const renamed = await script.post('/api/v1/profile', '_method=PUT&user_profile[full_name]=Ada', FORM)
  expect([renamed.status, renamed.headers.get('ratelimit-remaining')]).toEqual([200, '0'])

  const refused = await script.get('/api/v1/me')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20)
  expect(refused.body.error.message).toMatch(/^Too many requests/)
  expect((await other.get('/api/v1/me')).status).toBe(200)
  expect((await admin.get('/api/me')).headers.has('ratelimit-limit')).toBe(false)
})

test('an IP that tries many unknown keys is refused before the database is asked', { timeout: 120_000 }, async () => {
  const { server, ada } = await story()
  const guesser = new Client(server.url)
  const guess = (key: number) => guesser.get('/api/v1/me', { authorization: `Bearer papercups_${key}` })
  const statuses = new Set<number>()
  // The limit refills while the calls run, so it takes more than its number.
  for (let batch = 0; batch < 60 && !statuses.has(429); batch += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, key) => guess(key)))
    for (const { status } of answers) statuses.add(status)
  }
  expect(statuses).toEqual(new Set([401, 429]))
  expect((await (await newScript(ada)).script.get('/api/v1/me')).status).toBe(200)
})
