import { expect, test } from 'vitest'
import { maskCards, maskedTexts, safeMessage, safeUrl } from './masks.js'

test.each([
  ['4111111111111111', '****************'],
  ['4111 1111 1111 1111', '**** **** **** ****'],
  ['3782-822463-10005', '****-******-*****'],
  ['4111 1111 1111 1111 123', '**** **** **** **** ***'],
  ['2026 4111 1111 1111 1111', '2026 **** **** **** ****'],
])('masks the card number %s in text', (card, masked) => {
  expect(maskCards(JSON.stringify({ text: `Pay with ${card} now`, quoted: `card":${card}` }))).toBe(
    JSON.stringify({ text: `Pay with ${masked} now`, quoted: `card":${masked}` }),
  )
})

test('keeps other digits, and numbers of the JSON itself', () => {
  // 1763460000005 passes the checksum of cards.
  const json = JSON.stringify({
    timestamp: 1_763_460_000_005,
    order: '4111111111111112',
    path: 'M4111 11 1111 1111.5 1111',
  })
  expect(maskCards(json)).toBe(json)
  expect(maskCards('{"text":"1763460000005"}')).toBe('{"text":"*************"}')
})

test('keeps decimal and negative numbers of the JSON', () => {
  const json = '{"x":6.4111111111111111,"y":-4111111111111111}'
  expect(maskCards(json)).toBe(json)
})

test.each([
  ['https://acme.test/reset?token=abc&lang=de#top', 'https://acme.test/reset?token&lang'],
  ['https://acme.test/?eyJhbGciOiJIUzI1NiJ9', 'https://acme.test/'],
  ['https://acme.test/app#/orders/7?key=abc', 'https://acme.test/app#/orders/7'],
  ['https://acme.test/app#access_token=abc', 'https://acme.test/app'],
  ['/pricing', '/pricing'],
])('keeps the path of %s and drops values', (url, safe) => {
  expect(safeUrl(url)).toBe(safe)
})

test('an error message is short and has no query of a URL', () => {
  expect(safeMessage('Cannot load "https://acme.test/a?token=abc" now')).toBe('Cannot load "https://acme.test/a?…" now')
  expect(safeMessage('x'.repeat(500))).toHaveLength(200)
})

test('masks what people type into editable elements, or all text', () => {
  expect(maskedTexts(true)).toBe('*')
  expect(maskedTexts(false)).toBe(
    '[contenteditable]:not([contenteditable=false]):not([data-record]):not([data-record] *), [role=textbox]:not([data-record]):not([data-record] *)',
  )
})
