import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { compose } from './compose.js'
import { mailgunTransport } from './mailgun.js'

let answer = 200
const received: Array<{ path: string | undefined; authorization: string | undefined; form: FormData }> = []
const server = createServer((request, response) => {
  void new Response(request as unknown as ReadableStream, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  })
    .formData()
    .then((form) => {
      received.push({ path: request.url, authorization: request.headers.authorization, form })
      response.writeHead(answer).end('{}')
    })
})
afterEach(() => new Promise((stopped) => server.close(stopped)))

test('sends the MIME mail and every recipient to Mailgun, and throws when Mailgun refuses', async () => {
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mailgun = mailgunTransport({ api_key: 'key-1', domain: 'mg.acme.test' }, api)
  const mail = compose('help@acme.test', {
    account_id: 'acme',
    to: 'carla@example.test',
    bcc: ['ben@acme.test'],
    subject: 'Grüße',
    text: 'Hi',
  })

  const { message_id } = await mailgun.send(mail)
  expect(received).toMatchObject([
    { path: '/v3/mg.acme.test/messages.mime', authorization: `Basic ${Buffer.from('api:key-1').toString('base64')}` },
  ])
  expect(received[0]?.form.getAll('to')).toEqual(['carla@example.test', 'ben@acme.test'])
  const message = received[0]?.form.get('message')
  const parsed = await PostalMime.parse(message instanceof Blob ? await message.arrayBuffer() : '')
  expect(parsed).toMatchObject({ subject: 'Grüße', messageId: message_id })
  expect(JSON.stringify(parsed)).not.toContain('ben@acme.test')

  answer = 401
  await expect(mailgun.send(mail)).rejects.toThrow('Mailgun answered 401')
})
