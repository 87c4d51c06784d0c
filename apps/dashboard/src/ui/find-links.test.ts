import { expect, test } from 'vitest'
import { findLinks } from './find-links.js'

const links = (text: string) => findLinks(text).flatMap((part) => part.href ?? [])

test('nothing of the text is lost', () => {
  const text = 'See https://a.example/x?y=1, or (http://b.example).\nBye'
  expect(
    findLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(links(text)).toEqual(['https://a.example/x?y=1', 'http://b.example'])
})

test('brackets that a link opened stay in it', () => {
  expect(links('(https://a.example/wiki/Cup_(paper))')).toEqual(['https://a.example/wiki/Cup_(paper)'])
})

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  'www.a.example',
  'https://',
])('%s is no link', (text) => expect(links(text)).toEqual([]))

test('markup ends a link instead of joining it', () => {
  expect(links('<a href="https://a.example/">x</a>')).toEqual(['https://a.example/'])
})

test('a megabyte without a space is cut in no time', () => {
  const started = performance.now()
  findLinks(`https://a.example/${')'.repeat(500_000)}${'.'.repeat(500_000)}`)
  expect(performance.now() - started).toBeLessThan(1_000)
})
