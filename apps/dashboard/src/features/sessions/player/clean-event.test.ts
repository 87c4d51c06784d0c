import { expect, test } from 'vitest'
import { createCleaner } from './clean-event.js'
import { isRecordedEvent, pageOfEvent, type RecordedEvent } from './recorded-event.js'

const element = (tagName: string, attributes: object, childNodes: object[] = [], id = 1) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
})
const event = (type: number, data: object) => ({ type, data, timestamp: 1 }) as unknown as RecordedEvent
const snapshotOf = (...childNodes: object[]) => event(2, { node: { type: 0, id: 9, childNodes } })
const nodesOf = (cleaned: RecordedEvent) =>
  (cleaned.data as unknown as { node: { childNodes: unknown[] } }).node.childNodes

test('removes what opens connections or runs scripts from a snapshot', () => {
  const cleaned = createCleaner()(
    snapshotOf(
      element('LINK', { rel: 'preconnect', href: 'https://evil.test' }),
      element('link', { _cssText: 'p { color: red }' }),
      element('meta', { 'http-equiv': 'refresh', content: '0;url=https://evil.test' }),
      element('iframe', { src: 'https://evil.test', srcdoc: '<script>', width: '10' }),
      element('a', { href: ' java\nscript:alert(1)', onclick: 'alert(1)', class: 'x' }, [
        element('base', { href: 'https://evil.test' }),
      ]),
    ),
  )
  expect(nodesOf(cleaned)).toMatchObject([
    { attributes: {} },
    { attributes: { _cssText: 'p { color: red }' } },
    { attributes: {} },
    { attributes: { width: '10' } },
    { attributes: { class: 'x' }, childNodes: [{ attributes: {} }] },
  ])
  expect(JSON.stringify(cleaned)).not.toMatch(/evil|alert/)
})

test('removes the same from changes of the page', () => {
  const clean = createCleaner()
  const cleaned = clean(
    event(3, {
      source: 0,
      adds: [{ node: element('link', { rel: 'dns-prefetch', href: '//evil.test' }) }, null],
      attributes: [{ id: 4, attributes: { rel: 'preconnect', onfocus: 'x()', title: 'Buy' } }],
    }),
  )
  expect(cleaned.data).toMatchObject({
    adds: [{ node: { attributes: {} } }, null],
    attributes: [{ attributes: { title: 'Buy' } }],
  })
  expect(JSON.stringify(cleaned)).not.toMatch(/evil|preconnect|onfocus/)
})

test('hides the values of password fields', () => {
  const clean = createCleaner()
  const all = [
    clean(snapshotOf(element('input', { type: 'password', value: 'hunter2' }, [], 7))),
    clean(event(3, { source: 5, id: 7, text: 'hunter2' })),
    clean(event(3, { source: 0, attributes: [{ id: 7, attributes: { value: 'hunter2' } }] })),
  ]
  expect(JSON.stringify(all)).not.toContain('hunter2')
  const typed = clean(event(3, { source: 5, id: 8, text: 'hello' }))
  expect(typed.data).toMatchObject({ text: 'hello' })
  // The next page counts its nodes anew.
  clean(snapshotOf(element('input', { type: 'text' }, [], 7)))
  expect(clean(event(3, { source: 5, id: 7, text: 'hello' })).data).toMatchObject({ text: 'hello' })
})

test('knows the page that the visitor came to', () => {
  expect(pageOfEvent(event(4, { href: 'https://acme.test/' }))).toBe('https://acme.test/')
  expect(pageOfEvent(event(5, { tag: 'page', payload: { url: '/pricing' } }))).toBe('/pricing')
  expect(pageOfEvent(event(5, { tag: 'paused', payload: {} }))).toBeNull()
  const others = [event(3, {}), event(4, { href: 1 }), event(5, { tag: 'page' }), event(5, { tag: 'click' })]
  expect(others.map(pageOfEvent)).toEqual(others.map(() => undefined))
})

test('knows events of rrweb', () => {
  expect(isRecordedEvent({ type: 3, timestamp: 1, data: {} })).toBe(true)
  const others = [null, 1, 'x', [], {}, { type: 3, timestamp: NaN, data: {} }, { type: 2, timestamp: 1, data: {} }]
  for (const value of others) expect(isRecordedEvent(value)).toBe(false)
  // Video and sound are not played.
  expect(isRecordedEvent({ type: 3, timestamp: 1, data: { source: 7 } })).toBe(false)
})
