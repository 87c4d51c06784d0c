import type { Message } from '@papercups/contract'
import { expect, test } from 'vitest'
import { firstWords, onOneLine } from './first-words.js'

test.each([
  ['It leaves **this afternoon**, _truly_ *so*', 'It leaves this afternoon, truly so'],
  ['# News\n\n> quoted\n- one\n- two', 'News quoted one two'],
  ['See [our page](https://acme.test/a_b) or ![a picture](/x.png)', 'See our page or a picture'],
  ['Run `npm **start**`, then\n```js\nlet a = 1\n```', 'Run npm start, then let a = 1'],
  ['~~No~~ __yes__', 'No yes'],
])('removes the Markdown of %j', (body, words) => {
  expect(onOneLine(body)).toBe(words)
})

test.each([
  '2 * 3 * 4',
  '2*3*4',
  'snake_case_name',
  '-5 degrees',
  '#1 of all',
  'a > b',
  '**open',
  '```',
  'see [1] (sic)',
  ':-* hi *',
])('keeps %j, which has no Markdown', (body) => expect(onOneLine(body)).toBe(body))

test('cuts long text', () => {
  expect(onOneLine(`**${'a'.repeat(5_000)}**`)).toHaveLength(200)
})

test('a message without text mentions its attachment', () => {
  const attachments = [{ id: '1' }] as Message['attachments']
  expect(firstWords({ body: 'See **this**', attachments })).toBe('See this')
  expect(firstWords({ body: null, attachments })).toBe('Sent an attachment')
  expect(firstWords({ body: null, attachments: [] })).toBe('')
})
