import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type Transporter } from 'nodemailer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectErrors } from '../../../../test/logged-errors.js'
import { incomingMails, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { SmtpSocket } from '../../../../test/mails/smtp-socket.js'
import { broken } from '../../../../test/mails/broken.js'
import { databaseOf } from '../../../platform/database/of.js'
import { outOfSpace } from '../../../platform/files/disk-space.js'
import { StartupError } from '../../../platform/startup-error.js'
import { selfSigned } from '../../../../test/self-signed.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { story } from '../../../../test/story.js'
import { createReceiver } from './smtp-receiver.js'

const noDns = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
let server: TestServer
let client: Transporter
let port: number
let stop: () => Promise<void>
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  const [MAIL_TLS_KEY, MAIL_TLS_CERT] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  await writeFile(MAIL_TLS_KEY, selfSigned.key)
  await writeFile(MAIL_TLS_CERT, selfSigned.cert)
  const env = {
    MAIL_IN_DOMAIN: 'chat.acme.test',
    MAIL_IN_MAX_MB: '4',
    MAIL_IN_PER_MINUTE: '60',
    MAIL_TLS_KEY,
    MAIL_TLS_CERT,
  }
  server = await startTestServer({ env })

  const receiver = createReceiver(server.platform, noDns)
  await new Promise<void>((ready) => void receiver.listen(0, '127.0.0.1', ready))
  port = (receiver.server.address() as AddressInfo).port
  client = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls: { rejectUnauthorized: false } })
  stop = async () => {
    await new Promise<void>((stopped) => void receiver.close(() => stopped()))
    await rm(folder, { recursive: true })
  }
})
afterAll(() => stop())

async function company() {
  const cast = await story(server)
  const { email } = await newForwardingAddress(server, cast.acme.id)
  return { ...cast, email, mails: () => incomingMails(server, cast.acme.id) }
}

const hello = (to: string | string[], text = 'Hello') => ({
  envelope: { from: 'dana@shop.test', to },
  raw: `From: dana@shop.test\r\nTo: help@acme.test\r\nMessage-ID: <${randomUUID()}@shop.test>\r\n\r\n${text}\r\n`,
})

test('a mail over SMTP with STARTTLS is in the inbox when the receiver accepts it', async () => {
  const { ada, email, mails } = await company()
  const mail = hello(email.toUpperCase())
  await client.sendMail(mail)
  expect(await mails()).toMatchObject([{ source: 'smtp', thread_reason: 'new', verdict: 'unknown' }])
  // The other server did not get the answer and sends again.
  await client.sendMail(mail)
  await ada.hearOut()
  expect(ada.heard.map(({ body }) => body)).toEqual(['Hello'])
})

test('refuses recipients that do not exist', async () => {
  const { email } = await company()
  await expect(client.sendMail(hello('nobody@chat.acme.test'))).rejects.toMatchObject({ responseCode: 550 })
  const { rejected } = await client.sendMail(hello([email, 'nobody@chat.acme.test']))
  expect(rejected).toEqual(['nobody@chat.acme.test'])
})

test('one mail for two companies reaches both', async () => {
  const { ada, grace, email } = await company()
  const other = await newForwardingAddress(server, grace.account_id)
  await client.sendMail(hello([email, other.email], 'To both'))
  await Promise.all([ada.hearOut(), grace.hearOut()])
  expect(ada.heard.map(({ body }) => body)).toEqual(['To both'])
  expect(grace.heard.map(({ body }) => body)).toEqual(['To both'])
})

test('refuses a mail above the limit and takes the next one', async () => {
  const { email, mails } = await company()
  await expect(client.sendMail(hello(email, 'x\r\n'.repeat(1_500_000)))).rejects.toMatchObject({ responseCode: 552 })
  await client.sendMail(hello(email))
  expect(await mails()).toHaveLength(1)
})

test('asks the other server to try again when the mail cannot be stored', async () => {
  const { email, mails } = await company()
  vi.spyOn(server.platform.files, 'put').mockRejectedValueOnce(new Error('disk full'))
  expectErrors(/an incoming mail could not be stored/)
  const mail = hello(email)
  await expect(client.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 })
  expect(await mails()).toEqual([])
  await client.sendMail(mail)
  expect(await mails()).toHaveLength(1)
})

test('asks the other server to try again while the database fails, and loses nothing', async () => {
  const { email, mails } = await company()
  const { pool } = databaseOf(server.platform)
  const mail = hello(email)
  expectErrors(/an incoming mail could not be stored/, /an incoming mail could not be stored/)
  const { query } = pool
  const down = vi.spyOn(pool, 'query').mockImplementation(((asked: { name?: string }, ...rest: unknown[]) => {
    if (asked.name === 'email.forwarding-address') return Promise.reject(new Error('connect ECONNREFUSED'))
    return Reflect.apply(query, pool, [asked, ...rest]) as unknown
  }) as never)
  await expect(client.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 })
  down.mockRestore()

  await pool.query('alter table incoming_mails rename to away')
  try {
    await expect(client.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 })
  } finally {
    await pool.query('alter table away rename to incoming_mails')
  }
  expect(await mails()).toEqual([])
  await client.sendMail(mail)
  await client.sendMail(mail)
  expect(await mails()).toHaveLength(1)
})

test('a sender who stops in the middle of a mail holds up nobody and is disconnected', async () => {
  const { email, mails } = await company()
  const stopsInDataOf = async (at: number) => {
    const slow = await SmtpSocket.open(at)
    await slow.say('EHLO test')
    await slow.say('MAIL FROM:<dana@shop.test>')
    await slow.say(`RCPT TO:<${email}>`)
    expect(await slow.say('DATA')).toMatch(/^354/)
    return slow
  }
  const slow = await stopsInDataOf(port)
  await client.sendMail(hello(email, 'Meanwhile'))
  expect(await mails()).toHaveLength(1)
  slow.close()

  const impatient = createReceiver(server.platform, noDns, 2_000)
  await new Promise<void>((ready) => void impatient.listen(0, '127.0.0.1', ready))
  const silent = await stopsInDataOf((impatient.server.address() as AddressInfo).port)
  expect(await silent.say('Subject: half a mail')).toMatch(/^421/)
  silent.close()
  await new Promise<void>((stopped) => void impatient.close(() => stopped()))
  expect(await mails()).toHaveLength(1)
})

test('answers 452 when the disk is full', async () => {
  const { email, mails } = await company()
  vi.spyOn(server.platform.files, 'put').mockRejectedValueOnce(outOfSpace())
  const mail = hello(email)
  await expect(client.sendMail(mail)).rejects.toMatchObject({ responseCode: 452 })
  await client.sendMail(mail)
  expect(await mails()).toHaveLength(1)
})

test('asks a sender to slow down above the limit of an address, and takes mail for others', async () => {
  const { email, grace } = await company()
  const other = await newForwardingAddress(server, grace.account_id)
  const socket = await SmtpSocket.open(port)
  await socket.say('EHLO test')
  const answers: string[] = []
  for (let count = 0; count <= 60; count += 1) {
    await socket.say('MAIL FROM:<dana@shop.test>')
    answers.push(await socket.say(`RCPT TO:<${email}>`))
    await socket.say('RSET')
  }
  expect(answers.at(-2)).toMatch(/^250/)
  expect(answers.at(-1)).toMatch(/^450/)
  await socket.say('MAIL FROM:<dana@shop.test>')
  expect(await socket.say(`RCPT TO:<${other.email}>`)).toMatch(/^250/)
  socket.close()
})

test('announces the size limit and STARTTLS, and refuses more than 20 connections of one IP', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => SmtpSocket.open(port)))
  const late = await SmtpSocket.open(port)
  expect(late.greeting).toMatch(/^421/)
  const [first] = sockets
  const features = await first?.say('EHLO test')
  expect(features).toContain('SIZE 4000000')
  expect(features).toContain('STARTTLS')
  for (const socket of [...sockets, late]) socket.close()
  await expect
    .poll(async () => {
      const next = await SmtpSocket.open(port)
      next.close()
      return next.greeting
    })
    .toMatch(/^220/)
})

test('takes every broken mail of the corpus, and each time the next one', async () => {
  const { email, mails } = await company()
  const answers: string[] = []
  for (const { name, raw } of broken) {
    const headers = raw.length > 0 ? `X-Test: ${randomUUID()}\r\n` : ''
    const unique = Buffer.concat([Buffer.from(headers), raw])
    await client
      .sendMail({ envelope: { from: 'dana@shop.test', to: email }, raw: unique })
      .catch((error: Error) => answers.push(`${name}: ${error.message}`))
  }
  expect(answers).toEqual([])
  // Two of them have the same Message-ID, sender and text.
  expect((await mails()).length).toBe(broken.length - 1)
})

test('takes a mail without From, Date and Message-ID once', async () => {
  const { ada, email, mails } = await company()
  const bare = { envelope: { from: 'dana@shop.test', to: email }, raw: 'Subject: Lamp\r\n\r\nWho wrote this?\r\n' }
  await client.sendMail(bare)
  await client.sendMail(bare)
  await client.sendMail({ ...bare, raw: 'Subject: Lamp\r\n\r\nAnd this?\r\n' })
  expect(await mails()).toHaveLength(2)
  const conversations: Array<{ source: string; messages: Array<{ body: string }> }> = await ada.data(
    'GET',
    '/api/conversations',
  )
  const mailed = conversations.filter(({ source }) => source === 'email').map(({ messages }) => messages[0]?.body)
  expect(mailed.toSorted()).toEqual(['And this?', 'Who wrote this?'])
})

test('a port that cannot be opened stops the start, and the message names the setting', async () => {
  const started = startTestServer({ env: { MAIL_IN_DOMAIN: 'chat.acme.test', MAIL_IN_PORT: String(port) } })
  await expect(started).rejects.toEqual(new StartupError(`Port ${port} is taken. Set MAIL_IN_PORT to another one.`))
})

test('a certificate that cannot be read stops the start', async () => {
  const files = { MAIL_TLS_KEY: '/nowhere/key.pem', MAIL_TLS_CERT: '/nowhere/cert.pem' }
  const started = startTestServer({ env: { MAIL_IN_DOMAIN: 'chat.acme.test', MAIL_IN_PORT: String(port), ...files } })
  await expect(started).rejects.toThrow('The file of MAIL_TLS_KEY cannot be read: ENOENT')
})
