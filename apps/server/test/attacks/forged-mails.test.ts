import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyAddressOf } from '../../src/features/channels/email/reply-address.js'
import { createReceiver } from '../../src/features/channels/email/smtp-receiver.js'
import { readAuthResults } from '../../src/platform/mail/incoming/read-auth-results.js'
import { reactionsDone } from '../mail.js'
import { file, mail, multipart, plain } from '../mails/build.js'
import { deliver, incomingMails } from '../mails/deliver.js'
import { startMailStory } from '../mails/mail-story.js'

/** Everybody may send for evil.test, so SPF and DMARC pass. */
const RECORDS: Record<string, string> = {
  'evil.test': 'v=spf1 +all',
  '_dmarc.evil.test': 'v=DMARC1; p=reject',
  'acme.test': 'v=spf1 ip4:127.0.0.1 -all',
  '_dmarc.acme.test': 'v=DMARC1; p=reject',
}
const resolver = async (name: string, type: string) => {
  const record = type === 'TXT' ? RECORDS[name] : undefined
  if (!record) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' })
  return [[record]]
}

let world: Awaited<ReturnType<typeof startMailStory>>
let receiver: ReturnType<typeof createReceiver>
let port: number
beforeAll(async () => {
  world = await startMailStory()
  receiver = createReceiver(world.server.platform, resolver)
  await new Promise<void>((ready) => void receiver.listen(0, '127.0.0.1', ready))
  port = (receiver.server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise<void>((stopped) => void receiver.close(() => stopped()))
  await world.stop()
})

let count = 0
const written = (headers: string, text: string) =>
  Buffer.from(`Message-ID: <${count++}@evil.test>\r\n${headers}\r\nSubject: Re: Order 7\r\n\r\n${text}\r\n`)

/** Each of them names the agent, and a sender at evil.test who is verified. */
const forgeries = (agent: string) => [
  `From: <"x"@evil.test>\r\nSender: ${agent}`,
  `From: Ada <"x"@evil.test>\r\nSender: Ada <${agent}>`,
  `From: <${'x'.repeat(65)}@evil.test>\r\nSender: ${agent}`,
  `From: <x;y@evil.test>\r\nSender: ${agent}`,
  `From: g:${agent};, x@evil.test`,
  `From: ${agent}, x@evil.test`,
  `From : ${agent}\r\nFrom: x@evil.test`,
  `From: x@evil.test\r\nFrom : ${agent}`,
  `From: ${agent}\r\nFrom: x@evil.test`,
]

async function conversation() {
  const cast = await world.mailConversation()
  const address = replyAddressOf(world.server.platform, cast.conversation_id) ?? ''
  const messages = async () => {
    const path = `/api/conversations/${cast.conversation_id}/messages`
    const all: Array<{ body: string; user_id: number | null }> = await cast.ada.data('GET', path)
    return all
  }
  const mailed = async () => {
    await reactionsDone(world.server)
    return (await world.outside.mailsTo(cast.email)).length
  }
  return { ...cast, address, messages, mailed, agent: cast.ada.email }
}

test('a verified stranger never writes as the agent, over SMTP', async () => {
  const { address, messages, mailed, agent, account_id } = await conversation()
  const client = createTransport({ host: '127.0.0.1', port })
  // The agent's own mail is an answer, which goes to the customer.
  await client.sendMail({
    envelope: { from: agent, to: address },
    raw: written(`From: Ada <${agent}>`, 'Really Ada'),
  })
  expect((await messages()).find(({ body }) => body === 'Really Ada')?.user_id).toBeTruthy()
  await expect.poll(mailed).toBe(1)

  const heads = forgeries(agent)
  for (const [at, headers] of heads.entries()) {
    const raw = written(headers, `Forged ${at}`)
    await client.sendMail({ envelope: { from: 'x@evil.test', to: address }, raw })
  }
  const forged = (await messages()).filter(({ body }) => body.startsWith('Forged'))
  expect(forged).toHaveLength(heads.length)
  expect(forged.filter(({ user_id }) => user_id)).toEqual([])
  expect(await mailed()).toBe(1)
  const verdicts = (await incomingMails(world.server, account_id)).slice(-heads.length).map(({ verdict }) => verdict)
  expect(verdicts).not.toContain('pass')
})

test('nor with the verdict of SES or of a mailbox', async () => {
  const { address, messages, mailed, agent } = await conversation()
  const before = await mailed()
  for (const [at, headers] of forgeries(agent).entries()) {
    await deliver(world.server, address, written(headers, `Forged ${at} a`), { source: 'ses', verdict: 'pass' })
    const server = 'Authentication-Results: mx.acme.test; dmarc=pass header.from=evil.test'
    const raw = written(`${server}\r\n${headers}`, `Forged ${at} b`)
    expect(readAuthResults(raw, 'mx.acme.test')).toBeUndefined()
  }
  const forged = (await messages()).filter(({ body }) => body.startsWith('Forged'))
  expect(forged).toHaveLength(forgeries(agent).length)
  expect(forged.filter(({ user_id }) => user_id)).toEqual([])
  expect(await mailed()).toBe(before)
})

test('stores a mail with NUL in every place', async () => {
  const { address, messages } = await conversation()
  const nul = (text: string) => `=?utf-8?Q?${text}?=`
  const image = file('image/p\0ng', 'a\0.png', 'abc', 'inline', 'Content-ID: <x\0y>\nContent-Description: \0\n')
  const raw = mail(
    [
      `Message-ID: ${nul('<a=00b@evil.test>')}`,
      `In-Reply-To: ${nul('<c=00d@evil.test>')}`,
      `References: ${nul('<e=00f@evil.test>')} <g\0h@evil.test>`,
      `From: ${nul('D=00ana')} <da\0na@evil.test>`,
      `To: ${nul('H=00elp')} <he\0lp@acme.test>`,
      `Reply-To: ${nul('D=00ana')} <re\0ply@evil.test>`,
      `Subject: ${nul('Or=00der')}`,
      'X-\0: \0',
    ].join('\n'),
    multipart('related', [plain('Stored\0 anyway'), image]),
  )
  expect(await deliver(world.server, address, raw)).toMatchObject({ state: 'message' })
  expect((await messages()).at(-1)?.body).toBe('Stored anyway')

  const status =
    'Final-Recipient: rfc822; go\0ne@example.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 \0 no'
  const bounce = mail(
    'From: MAILER-DAEMON@evil.test',
    multipart('report; report-type=delivery-status', [
      plain('Not delivered.'),
      `Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n${status}\n`,
      'Content-Type: message/rfc822\n\nMessage-ID: <a\0b@acme.test>\n\nHello\n',
    ]),
  )
  expect(await deliver(world.server, address, bounce)).toEqual({ state: 'ignored', reason: 'bounce' })
})
