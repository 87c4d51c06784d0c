import { expect, test } from 'vitest'
import { doubtsAbout } from './sender-doubts.js'

const about = (email: string, name: string | null = null) => doubtsAbout({ email, name })

test('has no doubts about usual senders, in any alphabet', () => {
  const none = { domain: null, reasons: [] }
  expect(doubtsAbout(null)).toEqual(none)
  expect(about('dana@shop.test', 'Dana Müller')).toEqual(none)
  expect(about('dana.b+x@shop-24.test', 'Dana (Dana@shop.test)')).toMatchObject({ reasons: ['other_email_in_name'] })
  expect(about('dana@shop.test', 'DANA@shop.test')).toEqual(none)
  expect(about('данa1@почта.test'.replace('a1', 'а'), 'Дана')).toMatchObject({ reasons: [] })
  expect(about('dana@例え.test', '太郎 Yamada')).toMatchObject({ reasons: [] })
})

test('shows both forms of an international domain', () => {
  expect(about('dana@xn--bcher-kva.test')).toEqual({ domain: 'bücher.test', reasons: [] })
  expect(about('dana@bücher.test')).toEqual({ domain: 'xn--bcher-kva.test', reasons: [] })
  expect(about('dana@xn--a.test')).toMatchObject({ reasons: [] })
})

test('marks addresses that look like others', () => {
  // A Cyrillic а in the local part, in the domain and in the address of the name.
  expect(about('d\u0430na@shop.test').reasons).toEqual(['mixed_alphabets'])
  expect(about('dana@p\u0430ypal.test').reasons).toEqual(['mixed_alphabets'])
  expect(about('dana@shop.test', 'supp\u043ert@acme.test').reasons).toEqual(['mixed_alphabets', 'other_email_in_name'])
  // All of it Cyrillic: аррӏе.
  expect(about('dana@\u0430\u0440\u0440\u04cf\u0435.test')).toEqual({
    domain: 'xn--80ak6aa92e.test',
    reasons: ['looks_latin'],
  })
  expect(about('dana@xn--80ak6aa92e.test').reasons).toEqual(['looks_latin'])
  expect(about('x@evil.test', 'boss@acme.test').reasons).toEqual(['other_email_in_name'])
})
