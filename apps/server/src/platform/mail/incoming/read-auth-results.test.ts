import { expect, test } from 'vitest'
import { readAuthResults } from './read-auth-results.js'

const read = (...headers: string[]) =>
  readAuthResults(
    Buffer.from(`${headers.join('\r\n')}\r\n\r\nAuthentication-Results: mx.acme.test; dmarc=pass`),
    'mx.acme.test',
  )

const FROM = 'From: Dana <dana@shop.test>'
const PASS = 'Authentication-Results: mx.acme.test; spf=pass; dmarc=pass (p=REJECT) header.from=shop.test'
const FAIL = 'Authentication-Results: mx.acme.test;\r\n dmarc=fail (p=NONE)\r\n header.from=shop.test'

test('believes the mailbox’s own server about the domain in From', () => {
  expect(read(PASS, FROM)).toBe('pass')
  expect(read(FAIL, FROM)).toBe('fail')
  expect(read(PASS.replace('mx.acme.test;', 'MX.acme.test 1;'), FROM)).toBe('pass')
})

test('ignores headers that the sender wrote', () => {
  // Below the server's own.
  expect(read(FAIL, 'Received: from shop.test', PASS, FROM)).toBe('fail')
  // Under another name, in the body, in a comment or in a quoted text.
  expect(read(PASS.replace('mx.acme.test', 'mx.evil.test'), FROM)).toBeUndefined()
  expect(
    read('Authentication-Results: evil.test (mx.acme.test; dmarc=pass header.from=shop.test)', FROM),
  ).toBeUndefined()
  expect(read(FROM)).toBeUndefined()
})

test('says nothing where the server checked another domain, or From is not one address', () => {
  expect(read(PASS.replace('header.from=shop.test', 'header.from=evil.test'), FROM)).toBeUndefined()
  expect(read(PASS.replace(' header.from=shop.test', ''), FROM)).toBeUndefined()
  expect(read(PASS, FROM, 'From: boss@acme.test')).toBeUndefined()
  expect(read(PASS, 'From: dana@shop.test, boss@acme.test')).toBeUndefined()
  expect(read(PASS, 'From: "boss@acme.test" <dana@shop.test>')).toBe('pass')
  expect(read(PASS.replace('dmarc=pass', 'dmarc=none'), FROM)).toBeUndefined()
})

test('believes no verdict about a From that programs read in different ways', () => {
  const forged = [
    ['From : boss@acme.test', FROM],
    [FROM, 'From : boss@acme.test'],
    ['From: g:boss@acme.test;, dana@shop.test'],
    ['From: <"x"@shop.test>', 'Sender: boss@acme.test'],
    ['From: <x;y@shop.test>', 'Sender: boss@acme.test'],
  ]
  for (const headers of forged) {
    expect(read(PASS, ...headers)).toBeUndefined()
    expect(read(FAIL, ...headers)).toBe('fail')
  }
})
