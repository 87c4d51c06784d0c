import { Data } from '@papercups/contract'
import { Type } from 'typebox'
import { afterEach, expect, test, vi } from 'vitest'
import { defineFeature } from '../../src/platform/feature.js'
import { Client } from '../client.js'
import { startTestServer } from '../server.js'
import { story } from '../story.js'

afterEach(() => void vi.restoreAllMocks())

/** Two calls a minute. */
const rare = defineFeature({
  routes: (app) =>
    void app.post('/api/rare', {
      config: { allow: 'public', limit: { per_ip: 2, subject: 100 } },
      schema: { response: { 200: Data(Type.Object({})) } },
      handler: async () => ({ data: {} }),
    }),
})
const server = startTestServer({ features: [rare] })
const client = async () => new Client((await server).url)

/** The length of the longest text parsed during `work`. */
async function longestParsed(work: () => Promise<unknown>) {
  const parse = vi.spyOn(JSON, 'parse')
  await work()
  return Math.max(0, ...parse.mock.calls.map(([text]) => text.length))
}

test.each([
  ['too many bytes', `{"a":"${'x'.repeat(70_000)}"}`, 413],
  ['too many keys', `{${Array.from({ length: 5_001 }, (_, n) => `"${n}":1`).join()}}`, 400],
  ['too many elements', `{"a":[${'1,'.repeat(30_000)}1]}`, 400],
  ['too many levels', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 400],
])('a public body with %s is refused without being parsed', async (_, body, status) => {
  const visitor = await client()
  const parsed = await longestParsed(async () => expect((await visitor.post('/api/session', body)).status).toBe(status))
  expect(parsed).toBeLessThan(1_000)
})

test('a multipart body has the same limit', async () => {
  const visitor = await client()
  const field = (name: string, size: number) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${'a'.repeat(size)}\r\n`
  const file = `--x\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\n${'a'.repeat(70_000)}\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const many = Array.from({ length: 10 }, (_, n) => field(String(n), 10_000)).join('')
  for (const parts of [field('a', 70_000), many, file]) {
    const whole = await visitor.post('/api/session', `${parts}--x--\r\n`, headers)
    expect(whole).toMatchObject({ status: 413, body: { errors: { detail: 'Request Entity Too Large' } } })
    // Without a content-length the size is not known in advance.
    const stream = new Blob([`${parts}--x--\r\n`]).stream()
    const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit
    expect((await fetch(`${visitor.url}/api/session`, init)).status).toBe(413)
  }
})

test('does not parse the body of a caller over the limit of their IP', async () => {
  const visitor = await client()
  for (const status of [200, 200, 429]) expect((await visitor.post('/api/rare', {})).status).toBe(status)
  const parsed = await longestParsed(async () => {
    const answer = await visitor.post('/api/rare', `{"a":"${'x'.repeat(60_000)}"}`)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
  expect(parsed).toBeLessThan(1_000)
})

test('the longest message still fits, in any script', async () => {
  const { ada, acme, carla } = await story()
  const body = '語'.repeat(100_000)
  await carla.says(body)
  expect(ada.heard.at(-1)?.body).toBe(body)
  const { customer_id } = carla
  const conversation = { account_id: acme.id, customer_id, message: { body } }
  expect((await ada.post('/api/conversations', { conversation })).status).toBe(201)
  const message = { conversation_id: carla.conversation_id, body }
  expect((await ada.post('/api/messages', { message })).status).toBe(201)
})
