import { expect, test } from 'vitest'
import { websiteLink } from './website-link.js'

test('links web addresses, and adds a missing https://', () => {
  expect(websiteLink('acme.com')).toBe('https://acme.com/')
  expect(websiteLink(' acme.com:8080/about?x=1 ')).toBe('https://acme.com:8080/about?x=1')
  expect(websiteLink('http://acme.com')).toBe('http://acme.com/')
  expect(websiteLink('HTTPS://Acme.com')).toBe('https://acme.com/')
  expect(websiteLink('http://intranet/')).toBe('http://intranet/')
  expect(websiteLink('bücher.example')).toBe('https://xn--bcher-kva.example/')
})

test.each([
  'not a url',
  'https://not a url',
  'https://not%20a%20url/',
  'acme',
  'acme.',
  'https://',
  'javascript:alert(1)',
  'mailto:ada@acme.com',
  'ada@acme.com',
  'ftp://acme.com',
])('does not link %s', (text) => {
  expect(websiteLink(text)).toBeNull()
})
