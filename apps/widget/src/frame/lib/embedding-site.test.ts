import { expect, test } from 'vitest'
import { embeddingSite } from './embedding-site.js'

/** A frame as a browser shows it to its own script. */
function frame({ ancestors, referrer = '', top = false }: { ancestors?: string[]; referrer?: string; top?: boolean }) {
  const view = { location: { ancestorOrigins: ancestors }, document: { referrer }, parent: {} as unknown }
  if (top) view.parent = view
  return view as unknown as Window
}

test('the site is the direct parent, whatever page led to it', () => {
  const ancestors = ['https://shop.example', 'https://portal.example']
  expect(embeddingSite(frame({ ancestors, referrer: 'https://elsewhere.example/' }))).toBe('https://shop.example')
  expect(embeddingSite(frame({ ancestors: ['null'] }))).toBe('null')
})

test('a browser without a list of ancestors names the page that loaded the frame', () => {
  expect(embeddingSite(frame({ referrer: 'https://shop.example:8443/cart?id=1' }))).toBe('https://shop.example:8443')
  expect(embeddingSite(frame({ referrer: '' }))).toBe('')
})

test('a tab and a mobile app have no embedding site', () => {
  expect(embeddingSite(frame({ top: true, ancestors: [], referrer: 'https://shop.example/' }))).toBe('')
})
