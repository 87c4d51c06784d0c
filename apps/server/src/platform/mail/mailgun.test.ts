import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose, MailRefused } from './compose.js'
import { mailgunTransport } from './mailgun.js'

let answer = 200
let body = '{}'
const received: Array<{ path: string | undefined; authorization: string | undefined; form: FormData }> = []
const server = createServer((request, response) => {
  void new Response(request as unknown as ReadableStream, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  })
    .formData()
    .then((form) => {
      received.push({ path: request.url, authorization: request.headers.authorization, form })
      response.writeHead(answer).end(body)
    })
})
let mailgun: ReturnType<typeof mailgunTransport>
beforeAll(async () => {
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  mailgun = mailgunTransport({ api_key: 'key-1', domain: 'mg.acme.test' }, api)
})
afterAll(() => new Promise((stopped) => server.close(stopped)))

const mail = compose('help@acme.test', {
  account_id: 'acme',
  to: 'carla@example.test',
  bcc: ['ben@acme.test'],
  subject: 'Grüße',
  text: 'Hi',
})

test('sends the MIME mail and every recipient to Mailgun', async () => {
  const { message_id } = await mailgun.send(mail)
  expect(received).toMatchObject([
    { path: '/v3/mg.acme.test/messages.mime', authorization: `Basic ${Buffer.from('api:key-1').toString('base64')}` },
  ])
  expect(received[0]?.form.getAll('to')).toEqual(['carla@example.test', 'ben@acme.test'])
  const message = received[0]?.form.get('message')
  const parsed = await PostalMime.parse(message instanceof Blob ? await message.arrayBuffer() : '')
  expect(parsed).toMatchObject({ subject: 'Grüße', messageId: message_id })
  expect(JSON.stringify(parsed)).not.toContain('ben@acme.test')
})

const failureOf = async (status: number, text: string) => {
  answer = status
  body = text
  return mailgun.send(mail).catch((error: unknown) => error)
}

test.each([
  [
    400,
    '{"message":"to parameter is not a valid address."}',
    'Mailgun answered 400: to parameter is not a valid address.',
  ],
  [403, '{"message":"Carla@example.test is not allowed"}', 'Mailgun answered 403: Carla@example.test is not allowed'],
  [413, '<html>Too large</html>', 'Mailgun answered 413'],
  [422, '{}', 'Mailgun answered 422'],
])('a mail that Mailgun refuses with %i is refused for good', async (status, text, words) => {
  const failure = await failureOf(status, text)
  expect(failure).toBeInstanceOf(MailRefused)
  expect(failure).toMatchObject({ message: words })
})

test.each([
  [401, 'Forbidden', 'Mailgun answered 401'],
  [402, 'null', 'Mailgun answered 402'],
  [403, '{"message":"The domain is disabled"}', 'Mailgun answered 403: The domain is disabled'],
  [404, '{"message":"Domain not found"}', 'Mailgun answered 404: Domain not found'],
  [429, '', 'Mailgun answered 429'],
  [500, '{"message":["no text"]}', 'Mailgun answered 500'],
])('a mail may be sent later when Mailgun answers %i', async (status, text, words) => {
  const failure = await failureOf(status, text)
  expect(failure).not.toBeInstanceOf(MailRefused)
  expect(failure).toMatchObject({ message: words })
})
