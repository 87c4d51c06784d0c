import { generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { checkSender } from './check-sender.js'

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
