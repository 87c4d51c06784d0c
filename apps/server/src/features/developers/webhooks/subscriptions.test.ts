import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../../../test/server.js'
import { newCompany, story } from '../../../../test/story.js'
import { startReceiver } from '../../../../test/webhook-receiver.js'
import { databaseOf } from '../../../platform/database/of.js'

const PATH = '/api/event_subscriptions'

/** A receiver with its own idea of how to answer the challenge. */
async function answering(answer: (challenge: string) => string, status = 200) {
  const calls: unknown[] = []
  const server = createServer((request, reply) => {
    request.setEncoding('utf8').on('data', (body: string) => {
      const call = JSON.parse(body) as { event: string; payload: string }
      calls.push([request.method, request.headers['content-type'], call.event])
      reply.writeHead(status).end(answer(call.payload))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}

test('an admin adds, changes and removes a webhook', async () => {
  const { ada } = await story()
  const { url, close } = await startReceiver()

  const created = await ada.post(PATH, { event_subscription: { webhook_url: url, scope: 'conversation:updated' } })
  expect(created.status).toBe(201)
  const { id } = created.body.data
  expect(created.headers.get('location')).toBe(`${PATH}/${id}`)
  expect(created.body.data).toEqual({
    id,
    object: 'event_subscription',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    webhook_url: url,
    verified: true,
    account_id: ada.account_id,
    scope: 'conversation:updated',
    events: null,
    failing_since: null,
    paused_at: null,
  })
  expect(await ada.data('GET', PATH)).toEqual([created.body.data])
  expect(await ada.data('GET', `${PATH}/${id}`)).toEqual(created.body.data)

  const change = (event_subscription: object) => ada.data('PUT', `${PATH}/${id}`, { event_subscription })
  expect(await change({ events: ['tag:created'] })).toMatchObject({
    verified: true,
    events: ['tag:created'],
    scope: 'conversation:updated',
  })
  expect(await change({ webhook_url: 'http://127.0.0.1:9/' })).toMatchObject({ verified: false })
  expect(await change({ scope: null, account_id: randomUUID() })).toMatchObject({
    verified: false,
    scope: null,
    account_id: ada.account_id,
  })
  expect(await change({ webhook_url: url })).toMatchObject({ verified: true, webhook_url: url })
  await close()
  expect(await change({ webhook_url: url })).toMatchObject({ verified: true })
  expect(await change({ webhook_url: `${url}/other` })).toMatchObject({ verified: false })
  expect(await change({ webhook_url: url })).toMatchObject({ verified: false, webhook_url: url })

  expect((await ada.delete(`${PATH}/${id}`)).status).toBe(204)
  expect((await ada.delete(`${PATH}/${id}`)).status).toBe(404)
  expect(await ada.data('GET', PATH)).toEqual([])
})

test('stores a URL that cannot be verified, and refuses a missing one', async () => {
  const { ada } = await story()
  const add = (event_subscription: object) => ada.post(PATH, { event_subscription })
  for (const webhook_url of ['some text', 'http://127.0.0.1:9/', 'http://10.0.0.1/hook', 'file:///etc/passwd'])
    expect((await add({ webhook_url })).body.data).toMatchObject({ webhook_url, verified: false })
  expect((await add({})).body.error.errors).toEqual({ webhook_url: ["can't be blank"] })
  expect((await add({ webhook_url: ' ' })).status).toBe(422)
  expect((await add({ webhook_url: 'http://a.test', events: ['sideways'] })).status).toBe(422)
  expect((await ada.post(PATH, {})).status).toBe(400)
})

test('verifies a URL that answers the challenge, whatever the status and the path', async () => {
  const { ada } = await story()
  const verify = (url: string) => ada.data('POST', `${PATH}/verify`, { url })
  const echo = await answering((challenge) => challenge)
  expect(await verify(echo.url)).toEqual({ verified: true, problem: null })
  expect(echo.calls).toEqual([['POST', 'application/json', 'webhook:verify']])
  for (const [answer, verified] of [
    [(challenge: string) => JSON.stringify(challenge), true],
    [(challenge: string) => JSON.stringify({ challenge }), true],
    [(challenge: string) => `${challenge}\n`, true],
    [(challenge: string) => challenge.slice(1), false],
    [(challenge: string) => `you said ${challenge}`, false],
    [() => '', false],
    [() => 'null', false],
    [() => '{"challenge":null}', false],
  ] as const)
    expect([String(answer), (await verify((await answering(answer, 500)).url)).verified]).toEqual([
      String(answer),
      verified,
    ])
})

test.each([
  ['http://10.0.0.1/hook', 'The URL leads to a network that this server may not call.'],
  ['http://169.254.169.254/', 'The URL leads to a network that this server may not call.'],
  ['http://2130706434/', 'The URL leads to a network that this server may not call.'],
  ['http://[::ffff:10.0.0.1]/', 'The URL leads to a network that this server may not call.'],
  ['https://a:b@example.com/', 'The URL must not contain a user name or a password.'],
  ['ftp://example.com', 'The URL is not an http or https URL.'],
  ['', 'The URL is not an http or https URL.'],
])('does not call %s', async (url, problem) => {
  const { ada } = await story()
  expect(await ada.data('POST', `${PATH}/verify`, { url })).toEqual({ verified: false, problem })
})

test('members and other companies reach nothing', async () => {
  const { ada, ben, grace } = await story()
  const { url } = await startReceiver()
  const { id } = await ada.data('POST', PATH, { event_subscription: { webhook_url: url } })
  const test = await ada.data('POST', `${PATH}/${id}/test`, { event: 'message:created' })
  const calls: Array<[string, string, object?]> = [
    ['GET', `${PATH}/${id}`],
    ['PUT', `${PATH}/${id}`, { event_subscription: { webhook_url: url } }],
    ['DELETE', `${PATH}/${id}`],
    ['GET', `${PATH}/${id}/secret`],
    ['POST', `${PATH}/${id}/rotate_secret`, {}],
    ['POST', `${PATH}/${id}/resume`],
    ['POST', `${PATH}/${id}/test`, { event: 'message:created' }],
    ['POST', `${PATH}/${id}/send_since`, { since: '2020-01-01T00:00:00Z' }],
    ['GET', `${PATH}/${id}/deliveries`],
    ['GET', `${PATH}/${id}/deliveries/${test.id}`],
    ['POST', `${PATH}/${id}/deliveries/${test.id}/send_again`],
  ]
  for (const call of calls) {
    expect([call, (await grace.call(...call)).status]).toEqual([call, 404])
    expect([call, (await ben.call(...call)).status]).toEqual([call, 403])
  }
  expect(await grace.data('GET', PATH)).toEqual([])
  for (const path of [PATH, `${PATH}/${id}`]) expect((await ben.get(path)).status).toBe(403)
  expect((await ben.post(`${PATH}/verify`, { url })).status).toBe(403)
  expect(await ada.data('GET', `${PATH}/${id}`)).toMatchObject({ id, webhook_url: url })
})

test('shows the secret to admins and encrypts it', async () => {
  const { ada, server } = await story()
  const { id } = await ada.data('POST', PATH, { event_subscription: { webhook_url: 'http://127.0.0.1:9/' } })
  const { secret } = await ada.data('GET', `${PATH}/${id}/secret`)
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  const rows = databaseOf(server.platform).db.selectFrom('event_subscriptions').selectAll().where('id', '=', id)
  expect(JSON.stringify(await rows.executeTakeFirst())).not.toContain(secret.slice(6))
  const rotated = await ada.data('POST', `${PATH}/${id}/rotate_secret`, {})
  expect(rotated).toMatchObject({
    secret: expect.not.stringContaining(secret),
    previous_expires_at: expect.any(String),
  })
  const ended = await ada.data('POST', `${PATH}/${id}/rotate_secret`, { keep_previous: false })
  expect(ended.previous_expires_at).toBeNull()
})

test('with billing, webhooks need the Team plan', async () => {
  const server = await startTestServer({ env: { BILLING_ENABLED: 'true' } })
  const { admin, id } = await newCompany(server, 'Acme', 'ada')
  const add = () => admin.post(PATH, { event_subscription: { webhook_url: 'http://127.0.0.1:9/' } })
  expect(await add()).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('Team plan') } } })
  await databaseOf(server.platform)
    .db.updateTable('accounts')
    .set({ subscription_plan: 'team' })
    .where('id', '=', id)
    .execute()
  expect((await add()).status).toBe(201)
})
