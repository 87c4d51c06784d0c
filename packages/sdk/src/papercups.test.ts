import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  ApiError,
  ConnectionError,
  NotFoundError,
  Papercups,
  RateLimitError,
  ServerError,
  type Options,
} from './index.js'

type Answer = (reply: ServerResponse, request: IncomingMessage) => void

const say =
  (status: number, body: object | string = {}, headers: Record<string, string> = {}): Answer =>
  (reply) => {
    reply.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const hangUp: Answer = (reply) => reply.destroy()
const hang: Answer = () => {}
const me = say(200, { data: { id: 1 } })

/** A server that gives these answers, one for each call, and a client for it. */
async function serve(answers: Answer[], options: Partial<Options> = {}) {
  const calls: Array<{ method: string | undefined; url: string | undefined; key: unknown; at: number }> = []
  const server = createServer((request, reply) => {
    calls.push({ method: request.method, url: request.url, key: request.headers['idempotency-key'], at: Date.now() })
    const answer = answers[calls.length - 1]
    if (answer) answer(reply, request)
    else say(418)(reply, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { calls, papercups: new Papercups('papercups_key', { host, retryDelay: 1, ...options }) }
}

test('repeats a call that got no answer or a failure of the server', async () => {
  const { calls, papercups } = await serve([hangUp, say(503), say(502, '<html>Bad gateway</html>'), me])
  expect(await papercups.me()).toEqual({ id: 1 })
  expect(calls).toHaveLength(4)
})

test('sends the same idempotency key with each attempt, and another one with the next call', async () => {
  const tag = say(201, { data: { name: 'vip' } })
  // 409: the server still works on the first attempt.
  const { calls, papercups } = await serve([hangUp, say(409), tag, tag])
  expect(await papercups.tags.create({ name: 'vip' })).toEqual({ name: 'vip' })
  await papercups.tags.create({ name: 'vip' })
  const [first, second, third, next] = calls.map(({ key }) => key)
  expect([second, third]).toEqual([first, first])
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(next).not.toBe(first)
})

test('waits as long as the server asks', async () => {
  const { calls, papercups } = await serve([say(429, {}, { 'retry-after': '1' }), me])
  expect(await papercups.me()).toEqual({ id: 1 })
  const [first, second] = calls.map(({ at }) => at)
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990)
})

test('gives up after the last attempt, and at once when the server asks for a long pause', async () => {
  const failing = await serve([say(500), say(500), me], { retries: 1 })
  await expect(failing.papercups.me()).rejects.toThrow(ServerError)
  expect(failing.calls).toHaveLength(2)
  const broken = await serve([hangUp, hangUp, me], { retries: 1 })
  await expect(broken.papercups.me()).rejects.toThrow(new ConnectionError('The server is not reachable.'))
  const busy = await serve([say(429, { error: { message: 'Slow down' } }, { 'retry-after': '3600' }), me])
  const refused = await busy.papercups.me().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(RateLimitError)
  expect(refused).toMatchObject({ status: 429, message: 'Slow down' })
  expect(busy.calls).toHaveLength(1)
})

test('deleting succeeds if the answer of the first attempt got lost', async () => {
  const gone = say(404, { error: { message: 'Tag not found' } })
  for (const lost of [hangUp, say(502, '<html>Bad gateway</html>')]) {
    const { calls, papercups } = await serve([lost, gone])
    expect(await papercups.tags.delete('1')).toBeUndefined()
    expect(calls).toHaveLength(2)
  }
  // After 429 nothing can have been deleted.
  for (const answers of [[gone], [say(429), gone]]) {
    const { papercups } = await serve(answers)
    await expect(papercups.tags.delete('1')).rejects.toThrow(NotFoundError)
  }
  const { papercups } = await serve([hangUp, gone])
  await expect(papercups.tags.retrieve('1')).rejects.toThrow(NotFoundError)
})

test('throws if a service behind the server refused the call', async () => {
  const mail = { recipient: 'dora@example.com', subject: 'Hello', message: 'Hello' }
  const { papercups } = await serve([say(200, { ok: false }), say(200, { ok: true, data: { id: '1', threadId: '2' } })])
  const refused = await papercups.gmail.send(mail).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 200, body: { ok: false } })
  expect(await papercups.gmail.send(mail)).toEqual({ id: '1', threadId: '2' })
})

test('sends null as an empty value, and leaves out what is undefined', async () => {
  const { calls, papercups } = await serve([say(200, { data: [] })])
  await papercups.conversations.list({ assignee_id: null, status: 'open', priority: undefined })
  expect(calls[0]?.url).toBe('/api/v1/conversations?assignee_id=&status=open')
})

test('does not repeat a call that the server refused', async () => {
  const { calls, papercups } = await serve([say(409, { error: { message: 'Taken' } })])
  await expect(papercups.tags.create({ name: 'vip' })).rejects.toMatchObject({ status: 409, message: 'Taken' })
  expect(calls).toHaveLength(1)
})

test('ends an attempt that takes too long', async () => {
  const { papercups } = await serve([hang, me], { timeout: 200 })
  expect(await papercups.me()).toEqual({ id: 1 })
  const slow = await serve([hang], { timeout: 200, retries: 0 })
  await expect(slow.papercups.me()).rejects.toThrow(new ConnectionError('The server did not answer within 200 ms.'))
})

test('a signal stops a running call and the pause before the next attempt', async () => {
  const stop = new AbortController()
  const running = await serve([() => stop.abort(new Error('Enough'))])
  await expect(running.papercups.me({ signal: stop.signal })).rejects.toThrow('Enough')
  expect(running.calls).toHaveLength(1)

  const later = new AbortController()
  const pausing = await serve([say(429, {}, { 'retry-after': '30' })])
  const call = pausing.papercups.me({ signal: later.signal })
  await expect.poll(() => pausing.calls.length).toBe(1)
  later.abort(new Error('Enough'))
  await expect(call).rejects.toThrow('Enough')
})

test('says when the host is not the API', async () => {
  const { papercups } = await serve([say(301, '', { location: 'https://chat.example.com' }), say(200, '<html></html>')])
  await expect(papercups.me()).rejects.toThrow('The host redirects to https://chat.example.com. Use that URL.')
  await expect(papercups.me()).rejects.toThrow(
    new ApiError(200, '<html></html>', 'The answer is no JSON. Is the host right?'),
  )
})

test('an error names the parameter that the server refused', async () => {
  const refusal = { errors: { detail: 'Bad Request', reason: 'limit must be <= 500' } }
  const { papercups } = await serve([say(400, refusal)])
  await expect(papercups.notes.list({ limit: 1000 })).rejects.toThrow('Bad Request: limit must be <= 500')
})
