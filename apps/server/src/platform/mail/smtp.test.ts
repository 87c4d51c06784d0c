import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { startNameServer } from '../../../test/name-server.js'
import { startMailServer } from '../../../test/mail-server.js'
import { createLog } from '../log.js'
import { createMetrics } from '../metrics.js'
import type { Mail } from './compose.js'
import { createMailer } from './mailer.js'

const endings: Array<() => Promise<void> | void> = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const server = await startMailServer(options, port)
  endings.push(server.stop)
  return server
}

type MailerConfig = Parameters<typeof createMailer>[0]

function mailer(smtp_url: string, given: Partial<MailerConfig> = {}) {
  const metrics = createMetrics()
  const config = { smtp_url, smtp_retries: 0, mailgun: undefined, data_dir: '/nowhere', check_recipient_domains: false }
  const made = createMailer({ mail_from: 'Acme <help@acme.test>', ...config, ...given }, createLog('silent'), metrics)
  endings.push(() => made.close())
  return { ...made, metrics }
}

const hello: Mail = { account_id: 'acme', to: 'carla@example.test', subject: 'Hello', text: 'Hi Carla' }

test('a mail arrives whole: names, text in any script, both bodies, files, threading', async () => {
  const server = await mailServer()
  const { sendMail, mailbox } = mailer(`smtp://127.0.0.1:${server.port}`)
  expect(mailbox).toBeUndefined()

  const delivery = await sendMail({
    ...hello,
    subject: 'Grüße 👋 от Ады',
    text: 'Привет, Carla\n.\nline after a lone dot',
    html: '<p>Привет, <b>Carla</b></p>',
    from_name: 'Ada Łovelace',
    reply_to: 'ada@acme.test',
    in_reply_to: '<one@example.test>',
    references: ['<zero@example.test>', '<one@example.test>'],
    attachments: [{ filename: 'Rechnung März.pdf', content_type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }],
  })

  const [caught] = server.caught
  // 7 bits, and lines of at most 998 characters: every mail server takes it.
  expect(caught?.raw.toString('latin1')).toMatch(/^(?:[\t\x20-\x7e]{0,998}\r\n)+$/)
  const mail = await PostalMime.parse(caught?.raw ?? '')
  expect(caught).toMatchObject({ from: 'help@acme.test', to: ['carla@example.test'] })
  expect(mail).toMatchObject({
    subject: 'Grüße 👋 от Ады',
    from: { name: 'Ada Łovelace', address: 'help@acme.test' },
    to: [{ address: 'carla@example.test' }],
    replyTo: [{ address: 'ada@acme.test' }],
    inReplyTo: '<one@example.test>',
    references: '<zero@example.test> <one@example.test>',
    messageId: delivery.message_id,
  })
  expect(mail.text?.trim()).toBe('Привет, Carla\n.\nline after a lone dot')
  expect(mail.html?.trim()).toBe('<p>Привет, <b>Carla</b></p>')
  expect(mail.attachments).toMatchObject([{ filename: 'Rechnung März.pdf', mimeType: 'application/pdf' }])
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF-1.7')
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
})

test('does not mark personal mail as automatic, and hides blind copies', async () => {
  const server = await mailServer()
  await mailer(`smtp://127.0.0.1:${server.port}`).sendMail({ ...hello, personal: true, bcc: ['ben@acme.test'] })
  expect(server.caught[0]?.to).toEqual(['carla@example.test', 'ben@acme.test'])
  expect(server.caught[0]?.raw.toString()).not.toMatch(/auto-submitted|ben@acme/i)
})

test('STARTTLS is used when offered, and the login goes through it', async () => {
  const server = await mailServer({
    authOptional: false,
    disabledCommands: [],
    onAuth: ({ username, password }, _session, done) =>
      password === 'p/w:d' ? done(null, { user: username }) : done(new Error('Invalid login')),
  })
  const address = (password: string, options: string) =>
    `smtp://ada%40acme.test:${encodeURIComponent(password)}@127.0.0.1:${server.port}?${options}`

  await mailer(address('p/w:d', 'tls.rejectUnauthorized=false')).sendMail(hello)
  expect(server.caught).toMatchObject([{ secure: true, user: 'ada@acme.test' }])

  const wrong = mailer(address('wrong', 'tls.rejectUnauthorized=false'))
  await expect(wrong.sendMail(hello)).rejects.toThrow('Invalid login')
  await expect(mailer(address('p/w:d', '')).sendMail(hello)).rejects.toThrow(/certificate/)
  expect(server.caught).toHaveLength(1)
})

test('sends nothing to a server without TLS when TLS is required', async () => {
  const server = await mailServer()
  await expect(mailer(`smtp://127.0.0.1:${server.port}?requireTLS=true`).sendMail(hello)).rejects.toThrow()
  expect(server.caught).toEqual([])
})

test('smtps uses TLS from the start', async () => {
  const server = await mailServer({ secure: true, disabledCommands: [] })
  await mailer(`smtps://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`).sendMail(hello)
  expect(server.caught).toMatchObject([{ secure: true }])
})

test('throws when the server refuses, and lists single refused recipients', async () => {
  const server = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('gone') ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done(),
  })
  const { sendMail, metrics } = mailer(`smtp://127.0.0.1:${server.port}`)
  await expect(sendMail({ ...hello, to: 'gone@example.test' })).rejects.toMatchObject({ responseCode: 550 })
  const delivery = await sendMail({ ...hello, to: ['carla@example.test', 'gone@example.test'] })
  expect(delivery.rejected).toEqual(['gone@example.test'])
  const text = await metrics.text()
  expect(text).toContain('papercups_mails_total{outcome="failed"} 1')
  expect(text).toContain('papercups_mails_total{outcome="sent"} 1')
})

test('throws while the server is down, and works again afterwards', async () => {
  const server = await mailServer()
  const { sendMail } = mailer(`smtp://127.0.0.1:${server.port}`)
  await sendMail(hello)
  await server.stop()
  await expect(sendMail(hello)).rejects.toMatchObject({ code: expect.stringMatching(/^E/) as string })

  const back = await mailServer({}, server.port)
  await sendMail(hello)
  expect(back.caught).toHaveLength(1)
})

test('tries again at once when the connection breaks, as often as set', async () => {
  const server = await mailServer()
  let connections = 0
  const breaking = createServer((socket) => {
    socket.on('error', () => {})
    connections += 1
    if (connections <= 3) socket.destroy()
    else socket.pipe(connect(server.port, '127.0.0.1')).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(breaking, 'listening')
  endings.push(() => void breaking.close())
  const url = `smtp://127.0.0.1:${(breaking.address() as AddressInfo).port}`

  await expect(mailer(url, { smtp_retries: 0 }).sendMail(hello)).rejects.toThrow()
  expect(connections).toBe(1)
  await mailer(url, { smtp_retries: 2 }).sendMail(hello)
  expect(connections).toBe(4)
  expect(server.caught).toHaveLength(1)
})

test('many mails share a few connections', async () => {
  let connections = 0
  const server = await mailServer({ onConnect: (_session, done) => (connections++, done()) })
  const { sendMail } = mailer(`smtp://127.0.0.1:${server.port}`)
  await Promise.all(Array.from({ length: 40 }, (_, i) => sendMail({ ...hello, subject: `Mail ${i}` })))
  expect(server.caught).toHaveLength(40)
  expect(connections).toBeLessThanOrEqual(5)
})

test('refuses a mail to a domain that does not exist, and sends it while the name server is away', async () => {
  const server = await mailServer()
  const names = await startNameServer()
  endings.push(() => names.stop())
  const { sendMail } = mailer(`smtp://127.0.0.1:${server.port}`, { check_recipient_domains: true })
  await expect(sendMail({ ...hello, to: 'carla@gmial.test' })).rejects.toThrow('No server takes mail for gmial.test')
  expect(server.caught).toEqual([])
  names.code = 2
  await sendMail({ ...hello, to: 'carla@shop.test' })
  expect(server.caught.map(({ to }) => to)).toEqual([['carla@shop.test']])
})
