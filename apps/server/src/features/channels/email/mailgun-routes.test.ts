import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { mail, plain } from '../../../../test/mails/build.js'
import { incomingMails, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newCompany } from '../../../../test/story.js'

const KEY = 'the signing key of Mailgun'
let server: TestServer
beforeAll(async () => {
  const env = { MAILGUN_SIGNING_KEY: KEY, MAIL_IN_MAX_MB: '1', MAIL_IN_DOMAIN: 'chat.acme.test' }
  server = await startTestServer({ env })
})

async function company() {
  const { id, admin: founder } = await newCompany(server, 'Acme', 'ada')
  const { email } = await newForwardingAddress(server, id)
  return { email, founder, mails: () => incomingMails(server, id) }
}

const written = (text = 'Hello') => mail(`From: dana@shop.test\nMessage-ID: <${randomUUID()}@shop.test>`, plain(text))

function signed(timestamp = String(Math.floor(Date.now() / 1_000)), token: string = randomUUID()) {
  const signature = createHmac('sha256', KEY)
    .update(timestamp + token)
    .digest('hex')
  return { timestamp, token, signature }
}

const post = async (path: string, body: FormData | URLSearchParams | Buffer, headers: Record<string, string> = {}) =>
  (await fetch(`${server.url}/api/mail/inbound/${path}`, { method: 'POST', body: body as never, headers })).status

function formOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const mailgun = (email: string, raw: Buffer, more: Record<string, string> = {}) =>
  post('mime', formOf({ recipient: email, sender: 'dana@shop.test', ...signed(), 'body-mime': String(raw), ...more }))

test('takes a mail of Mailgun with its signature', async () => {
  const { email, mails } = await company()
  expect(await mailgun(email, written())).toBe(200)
  expect(await mailgun(email, written(), { signature: 'f'.repeat(64) })).toBe(401)
  expect(await mailgun(email, written(), signed('1700000000'))).toBe(401)
  expect(await mailgun(email, written('x'.repeat(1_100_000)))).toBe(413)
  expect(await mails()).toHaveLength(1)
})

test('a signature is good for one mail, also of another account', async () => {
  const acme = await company()
  const globex = await company()
  const call = signed()
  expect(await mailgun(acme.email, written(), call)).toBe(200)
  // Taken before, so Mailgun does not send it again.
  expect(await mailgun(acme.email, written(), call)).toBe(200)
  expect(await mailgun(globex.email, written(), call)).toBe(200)
  expect(await acme.mails()).toHaveLength(1)
  expect(await globex.mails()).toEqual([])
})

test('keeps every byte of a mail in an 8-bit charset, in both kinds of forms', async () => {
  const { email, founder, mails } = await company()
  const headers = (id: string) =>
    `From: dana@shop.test\r\nSubject: Hi\r\nMessage-ID: <${id}>\r\nContent-Type: text/plain; charset=iso-8859-1\r\n` +
    'Content-Transfer-Encoding: 8bit\r\n\r\n'
  const raw = (id: string) => Buffer.concat([Buffer.from(headers(id)), Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65])])

  const fields = { recipient: email, sender: 'dana@shop.test', ...signed() }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const body = Buffer.concat([
    Buffer.from(`${parts.join('')}--b\r\nContent-Disposition: form-data; name="body-mime"\r\n\r\n`),
    raw('a@shop.test'),
    Buffer.from('\r\n--b--\r\n'),
  ])
  expect(await post('mime', body, { 'content-type': 'multipart/form-data; boundary=b' })).toBe(200)

  const escaped = [...raw('b@shop.test')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const form = `${new URLSearchParams({ ...fields, ...signed() }).toString()}&body-mime=${escaped}`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await post('mime', Buffer.from(form), type)).toBe(200)

  for (const { message_id } of await mails()) {
    const { incoming } = await founder.data('GET', `/api/messages/${message_id}/email`)
    expect(incoming.parts).toEqual([{ kind: 'text', text: expect.stringContaining('Grüße') }])
  }
  expect(await mails()).toHaveLength(2)
})

test('takes a parsed mail with its headers, its pictures and its files', async () => {
  const { email, founder, mails } = await company()
  const id = `<${randomUUID()}@shop.test>`
  const headers = [
    ['From', 'Dana <dana@shop.test>'],
    ['To', `help@acme.test, Eve <eve@shop.test>`],
    ['Message-Id', id],
    ['Subject', 'Grüße'],
  ]
  const fields = {
    recipient: email,
    sender: 'bounces@shop.test',
    from: 'Dana <dana@shop.test>',
    subject: 'Grüße',
    'body-plain': 'My parcel is broken.',
    'body-html': '<p>My <b>parcel</b> is broken.</p><img src="cid:photo@shop">',
    'message-headers': JSON.stringify(headers),
    'content-id-map': JSON.stringify({ '<photo@shop>': 'attachment-1' }),
    'attachment-count': '2',
  }
  const withFiles = (more: object) => {
    const form = formOf({ ...fields, ...signed(), ...more })
    form.append('attachment-1', new Blob(['picture'], { type: 'image/png' }), 'parcel.png')
    form.append('attachment-2', new Blob(['notes']), 'notes.txt')
    return form
  }
  expect(await post('mailgun', withFiles({ signature: 'f'.repeat(64) }))).toBe(401)
  expect(await post('mailgun', withFiles({}))).toBe(200)
  // The same mail, sent again.
  expect(await post('mailgun', withFiles({}))).toBe(200)
  const taken = await mails()
  expect(taken).toMatchObject([
    { subject: 'Grüße', from_email: 'dana@shop.test', rfc_message_id: id, verdict: 'unknown', kind: 'person' },
  ])
  expect(taken[0]?.people).toContain('eve@shop.test')
  const message = await founder.data('GET', `/api/messages/${taken[0]?.message_id}`)
  expect(message.body).toBe('My parcel is broken.')
  const { incoming } = await founder.data('GET', `/api/messages/${message.id}/email`)
  expect(incoming.html).toContain('<b>parcel</b>')
  expect(incoming.pictures).toEqual([{ cid: 'photo@shop', file_id: expect.any(String) }])
  expect(message.attachments.map(({ filename }: { filename: string }) => filename).toSorted()).toEqual([
    'notes.txt',
    'parcel.png',
  ])

  const robot = JSON.stringify([
    ...headers.slice(0, 1),
    ['Message-Id', `<${randomUUID()}@x>`],
    ['Auto-Submitted', 'auto-replied'],
  ])
  expect(await post('mailgun', formOf({ ...fields, ...signed(), 'message-headers': robot }))).toBe(200)
  expect((await mails()).map(({ kind }) => kind)).toEqual(['person', 'auto-reply'])
  expect(await post('mailgun', formOf({ ...fields, ...signed(), recipient: 'nobody@chat.acme.test' }))).toBe(406)
})
