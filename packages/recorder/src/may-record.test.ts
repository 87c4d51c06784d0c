import { expect, test } from 'vitest'
import { asksForPrivacy, mayRecord } from './may-record.js'

const settings = { enabled: true, mask_text: false, only_pages: [], except_pages: [], respect_privacy_signals: true }

test('records every page by default', () => {
  expect(mayRecord('/checkout', settings, [])).toBe(true)
})

test('skips pages whose path contains a part of the blocklist', () => {
  expect(mayRecord('/en/checkout/pay', settings, ['checkout'])).toBe(false)
  expect(mayRecord('/en/pricing', settings, ['checkout'])).toBe(true)
})

test('records only some pages, and skips others', () => {
  const chosen = { ...settings, only_pages: ['/shop*'], except_pages: ['/shop/pay'] }
  expect(mayRecord('/shop/cart', chosen, [])).toBe(true)
  expect(mayRecord('/about', chosen, [])).toBe(false)
  expect(mayRecord('/shop/pay', chosen, [])).toBe(false)
  expect(mayRecord('/shop/pay/', chosen, [])).toBe(false)
  expect(mayRecord('/shop/payments', chosen, [])).toBe(true)
})

test('characters of a pattern other than * stand for themselves', () => {
  expect(mayRecord('/aXb', { ...settings, except_pages: ['/a.b', '/(['] }, [])).toBe(true)
})

test('knows Do Not Track and Global Privacy Control', () => {
  expect(asksForPrivacy({ doNotTrack: '1' })).toBe(true)
  expect(asksForPrivacy({ globalPrivacyControl: true, doNotTrack: null })).toBe(true)
  expect(asksForPrivacy({ globalPrivacyControl: false, doNotTrack: 'unspecified' })).toBe(false)
})
