import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { jobsDone } from '../../../../test/mail.js'
import { mail, plain } from '../../../../test/mails/build.js'
import { incomingMails, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newCompany } from '../../../../test/story.js'

const SECRET = 'a secret of the forwarder'
const objects = new Map<string, Buffer>()
/** An object store with what SES has put there. */
const bucket = createServer(({ url = '', headers }, response) => {
  const found = headers.authorization?.startsWith('AWS4-HMAC-SHA256') ? objects.get(url) : undefined
  response.writeHead(found ? 200 : 404).end(found)
})
let server: TestServer
beforeAll(async () => {
  await new Promise<void>((ready) => void bucket.listen(0, '127.0.0.1', ready))
  const { port } = bucket.address() as AddressInfo
  const SES_BUCKET_URL = `s3://key:secret@127.0.0.1:${port}/mails?region=eu-west-1&tls=false`
  server = await startTestServer({
    env: { SES_WEBHOOK_SECRET: SECRET, SES_FORWARDING_DOMAIN: 'chat.acme.test', SES_BUCKET_URL },
  })
})
afterAll(() => void bucket.close())

const notice = (more: object = {}) => ({
  message_id: 'ses-abc123',
  from_address: ['dana@shop.test'],
  to_addresses: ['help@acme.test'],
  ...more,
})

async function notify(body: object, secret = SECRET) {
  const client = new Client(server.url)
  client.token = `Bearer ${secret}`
  return (await client.post('/api/ses/webhook', body)).status
}

test('takes the mail that SES stored, once', async () => {
  const { id } = await newCompany(server, 'Acme', 'ada')
  const { email } = await newForwardingAddress(server, id)
  objects.set('/mails/ses-abc123', mail(`From: dana@shop.test\nX-Forwarded-To: ${email}`, plain('From SES')))

  expect(await notify(notice())).toBe(200)
  expect(await notify(notice())).toBe(200)
  await jobsDone(server)
  expect(await incomingMails(server, id)).toMatchObject([
    { source: 'ses', provider_id: 'ses-abc123', verdict: 'unknown' },
  ])
})

test('takes the recipients that the forwarder names, the forwarded one first', async () => {
  const [acme, globex] = [await newCompany(server, 'Acme', 'ada'), await newCompany(server, 'Globex', 'grace')]
  const [one, two] = [await newForwardingAddress(server, acme.id), await newForwardingAddress(server, globex.id)]
  const raw = (subject: string) => mail(`From: dana@shop.test\nSubject: ${subject}`, plain(subject))
  objects.set('/mails/ses-hidden', raw('Hidden'))
  objects.set('/mails/ses-both', raw('Both'))
  expect(await notify(notice({ message_id: 'ses-hidden', to_addresses: ['x@y.test', two.email] }))).toBe(200)
  expect(await notify(notice({ message_id: 'ses-both', forwarded_to: one.email, to_addresses: [7, two.email] }))).toBe(
    200,
  )
  await jobsDone(server)
  expect(await incomingMails(server, acme.id)).toMatchObject([{ subject: 'Both' }])
  expect(await incomingMails(server, globex.id)).toMatchObject([{ subject: 'Hidden' }])
})

test('takes a mail in the call with the verdict of SES, once', async () => {
  const { id } = await newCompany(server, 'Acme', 'ada')
  const { email } = await newForwardingAddress(server, id)
  const call = (message_id: string, status: string, encoding = 'UTF-8') => {
    const raw = mail(
      `From: dana@shop.test\nMessage-ID: <${message_id}@shop.test>`,
      plain(`Gr\u00fc\u00dfe ${message_id}`),
    )
    return notice({
      message_id: undefined,
      mail: { messageId: message_id, source: 'dana@shop.test' },
      receipt: { recipients: [email], dmarcVerdict: { status }, spfVerdict: { status: 'PASS' }, action: { encoding } },
      content: raw.toString(encoding === 'BASE64' ? 'base64' : 'utf8'),
    })
  }
  expect(await notify(call('in-call-1', 'PASS'))).toBe(200)
  expect(await notify(call('in-call-1', 'PASS'))).toBe(200)
  expect(await notify(call('in-call-2', 'FAIL', 'BASE64'))).toBe(200)
  // SPF alone may vouch for another domain than the one in From.
  expect(await notify(call('in-call-3', 'GRAY'))).toBe(200)
  expect(await incomingMails(server, id)).toMatchObject([
    { provider_id: 'in-call-1', verdict: 'pass' },
    { provider_id: 'in-call-2', verdict: 'fail' },
    { provider_id: 'in-call-3', verdict: 'unknown' },
  ])
})

test('acknowledges other shapes and ignores them, and refuses a wrong secret', async () => {
  expect(await notify(notice({ from_address: ['a@shop.test', 'b@shop.test'] }))).toBe(200)
  expect(await notify(notice({ message_id: '../../etc/passwd' }))).toBe(200)
  expect(await notify({})).toBe(200)
  expect(await notify(notice(), 'wrong')).toBe(401)
  await jobsDone(server)
})
