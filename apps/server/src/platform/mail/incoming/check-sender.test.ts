import crypto, { generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { expect, test, vi } from 'vitest'
import { checkSender, confirmVerdict } from './check-sender.js'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Public DNS, as far as these tests need it. */
const RECORDS: Record<string, string[]> = {
  'shop.test': ['v=spf1 ip4:192.0.2.1 -all'],
  '_dmarc.shop.test': ['v=DMARC1; p=reject'],
  's1._domainkey.shop.test': [`v=DKIM1; k=rsa; p=${key}`],
  'small.test': ['v=spf1 ip4:192.0.2.1 -all'],
}
const resolver = async (name: string, type: string) => {
  const texts = type === 'TXT' ? RECORDS[name] : undefined
  if (!texts) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' })
  return texts.map((text) => [text])
}

const origin = (ip: string, envelope_from = 'dana@shop.test') => ({ ip, helo: 'mx.test', envelope_from, resolver })
const written = (from: string) => Buffer.from(`From: ${from}\r\nTo: help@acme.test\r\nSubject: Hi\r\n\r\nHello\r\n`)

async function signed(from: string) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const dkim = { domainName: 'shop.test', keySelector: 's1', privateKey: privatePem }
  const { message } = await transport.sendMail({ from, to: 'help@acme.test', subject: 'Hi', text: 'Hello', dkim })
  return message as Buffer
}

test('passes a mail that comes from a server of its domain', async () => {
  expect(await checkSender(written('dana@shop.test'), origin('192.0.2.1'))).toBe('pass')
})

test('passes a signed mail over a server that forwards it', async () => {
  expect(await checkSender(await signed('dana@shop.test'), origin('198.51.100.7', 'bounce@forward.test'))).toBe('pass')
})

test('fails a forged sender, and a signature over other words', async () => {
  expect(await checkSender(written('dana@shop.test'), origin('198.51.100.7'))).toBe('fail')
  const changed = Buffer.from((await signed('dana@shop.test')).toString().replace('Hello', 'Hell0'))
  expect(await checkSender(changed, origin('198.51.100.7'))).toBe('fail')
})

test('without an origin only a signature counts', async () => {
  expect(await checkSender(written('dana@shop.test'))).toBe('unknown')
})

test('a signature of another domain vouches for nobody else', async () => {
  const forged = await signed('boss@small.test')
  expect(await checkSender(forged, origin('198.51.100.7', 'dana@shop.test'))).toBe('unknown')
})

test('without a DMARC record, SPF of the same domain is enough', async () => {
  expect(await checkSender(written('eve@small.test'), origin('192.0.2.1', 'eve@small.test'))).toBe('pass')
  expect(await checkSender(written('eve@small.test'), origin('192.0.2.1', 'dana@shop.test'))).toBe('unknown')
})

test('does not know about a domain without records, two senders or no mail at all', async () => {
  expect(await checkSender(written('x@nowhere.test'), origin('192.0.2.1', 'x@nowhere.test'))).toBe('unknown')
  expect(await checkSender(written('dana@shop.test, boss@small.test'), origin('192.0.2.1'))).toBe('unknown')
  expect(await checkSender(Buffer.alloc(0), origin('192.0.2.1'))).toBe('unknown')
})

test.each([
  ['From: <"x"@shop.test>', 'Sender: ada@acme.test'],
  ['From: <x;y@shop.test>', 'Sender: ada@acme.test'],
  ['From: g:ada@acme.test;, x@shop.test'],
  ['From: g:x@shop.test;'],
  ['From : ada@acme.test', 'From: x@shop.test'],
  ['From: x@shop.test', 'From\t: ada@acme.test'],
  ['From: x@shop.test', 'Subject: x\rFrom: ada@acme.test'],
  ['From: ada@acme.test <x@shop.test>'],
  ['From: =?utf-8?Q?ada@acme.test=2C?= x@shop.test'],
  ['From: x@\u{ff53}hop.test'],
])('vouches for nobody where programs read different senders: %s', async (...headers) => {
  const raw = Buffer.from(`${headers.join('\r\n')}\r\nTo: help@acme.test\r\n\r\nHello\r\n`)
  expect(await checkSender(raw, origin('192.0.2.1'))).not.toBe('pass')
  for (const email of ['ada@acme.test', 'x@shop.test'])
    expect(confirmVerdict('pass', raw, { name: null, email })).toBe('unknown')
  expect(confirmVerdict('fail', raw, null)).toBe('fail')
})

test.each([
  'dana@shop.test',
  '<Dana@Shop.test>',
  'Dana Diaz <dana@shop.test>',
  '"boss@acme.test" <dana@shop.test>',
  '"Diaz, Dana \\"D\\"" <dana@shop.test>',
  'Dana (Sales) <dana@shop.test>',
  'dana@shop.test (Dana Diaz)',
  '=?utf-8?B?RGFuYQ==?=\r\n <dana@shop.test>',
])('vouches for one mailbox in any usual form: %s', async (from) => {
  expect(await checkSender(written(from), origin('192.0.2.1'))).toBe('pass')
  const confirm = (email: string) => confirmVerdict('pass', written(from), { name: null, email })
  expect([confirm('Dana@shop.test'), confirm('ada@acme.test')]).toEqual(['pass', 'unknown'])
})

const behind = (headers: string, raw: Buffer) => Buffer.concat([Buffer.from(headers), raw])
/** Each of them signs another length of the body. */
const signatures = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `DKIM-Signature : v=1; a=rsa-sha256; c=relaxed/relaxed; d=s${at}.test; s=a; l=${at + 1}; h=from; bh=AA==; b=AA==\r\n`,
  ).join('')

test.each([
  ['many signatures', signatures(400)],
  ['a large head', `X-Long: ${'x'.repeat(70_000)}\r\n`],
  ['a long run of spaces', `DKIM-Signature:${' '.repeat(30_000)}v=1\r\n`],
  ['a head of many lines', `X-Folded: x\r\n${' x\r\n'.repeat(2_000)}`],
])('checks a mail with %s without its signatures', async (_, headers) => {
  const [valid, plain] = [await signed('dana@shop.test'), written('dana@shop.test')]
  const hash = vi.spyOn(crypto, 'createHash')
  expect(await checkSender(behind(headers, valid), origin('198.51.100.7'))).toBe('unknown')
  expect(await checkSender(behind(headers, valid))).toBe('unknown')
  expect(await checkSender(behind(headers, plain), origin('192.0.2.1'))).toBe('pass')
  expect(hash).not.toHaveBeenCalled()
})

test('checks up to ten signatures', async () => {
  const valid = await signed('dana@shop.test')
  expect(await checkSender(behind(signatures(9), valid), origin('198.51.100.7'))).toBe('pass')
})

test('reads a signed mail with bare line feeds, and gives other work a turn', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const dkim = { domainName: 'shop.test', keySelector: 's1', privateKey: privatePem }
  const text = 'one\ntwo\n'.repeat(20_000)
  const { message } = await transport.sendMail({ from: 'dana@shop.test', to: 'help@acme.test', text, dkim })
  const raw = Buffer.from(message.toString().replaceAll('\r\n', '\n'))
  let [turns, is_done] = [0, false]
  const takeTurns = () => {
    turns += 1
    if (!is_done) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  expect(await checkSender(raw, origin('198.51.100.7'))).toBe('pass')
  is_done = true
  expect(turns).toBeGreaterThan(5)
})
