import { expect, test } from 'vitest'
import { findByWords } from './find-by-words.js'

const row = (name: string, content: string | null) => ({ id: `id-of-${name}`, name, content })
const rows = [row('hello', 'Good morning!'), row('Refund', 'Your money is on its way'), row('bye', 'Good bye')]

test.each([
  ['', ['hello', 'Refund', 'bye', 'blank']],
  ['  ', ['hello', 'Refund', 'bye', 'blank']],
  ['GOOD', ['hello', 'bye']],
  ['good  bye', ['bye']],
  ['money refund', ['Refund']],
  ['/he', ['hello']],
  ['id-of-refund', ['Refund']],
  ['good money', []],
])('%j finds %j', (search, names) => {
  const found = findByWords([...rows, row('blank', null)], search, ({ id, name, content }) => [id, `/${name}`, content])
  expect(found.map(({ name }) => name)).toEqual(names)
})
