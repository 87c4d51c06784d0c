import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { mail, plain } from '../../../../test/mails/build.js'
import { incomingMails, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { startTestServer, theServer, type TestServer } from '../../../../test/server.js'
import { newCompany } from '../../../../test/story.js'

const SECRET = 'a secret of the mail server'
let server: TestServer
beforeAll(async () => {
  const env = {
    MAIL_IN_SECRET: SECRET,
    MAIL_IN_MAX_MB: '1',
    MAIL_IN_DOMAIN: 'chat.acme.test',
  }
  server = await startTestServer({ env })
})

async function company() {
  const { id } = await newCompany(server, 'Acme', 'ada')
  const { email } = await newForwardingAddress(server, id)
  return { email, mails: () => incomingMails(server, id) }
}

const written = (text = 'Hello') => mail(`From: dana@shop.test\nMessage-ID: <${randomUUID()}@shop.test>`, plain(text))

async function post(query: string, raw: Buffer, secret: string | undefined = SECRET, type = 'message/rfc822') {
  const headers = { 'content-type': type, ...(secret && { authorization: `Bearer ${secret}` }) }
  const { status } = await fetch(`${server.url}/api/mail/inbound?${query}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(raw),
  })
  return status
}

test('takes a raw mail with the secret, once', async () => {
  const { email, mails } = await company()
  const raw = written()
  expect(await post(`to=${email}&from=dana@shop.test`, raw)).toBe(200)
  expect(await post(`to=${email}`, raw)).toBe(200)
  expect(await mails()).toMatchObject([{ source: 'http', verdict: 'unknown', thread_reason: 'new' }])
})

test('refuses a wrong secret, other content, a mail for nobody and one that is too large', async () => {
  const { email, mails } = await company()
  expect(await post(`to=${email}`, written(), 'wrong')).toBe(401)
  expect(await post(`to=${email}`, written(), '')).toBe(401)
  expect(await post(`to=${email}`, Buffer.from('{"mail":"x"}'), SECRET, 'application/json')).toBe(415)
  expect(await post('to=nobody@chat.acme.test', written())).toBe(406)
  expect(await post(`to=${email}`, written('x'.repeat(1_100_000)))).toBe(413)
  expect(await mails()).toEqual([])
})

test('takes nothing while no secret is set', async () => {
  const { url } = await theServer()
  const headers = { 'content-type': 'message/rfc822', authorization: 'Bearer ' }
  const answer = await fetch(`${url}/api/mail/inbound`, { method: 'POST', headers, body: 'Subject: Hi\r\n\r\nHi' })
  expect(answer.status).toBe(401)
})
