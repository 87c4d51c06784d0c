import { expect, test } from 'vitest'
import { EXAMPLES, keepFaqs, MAX_FAQS, readFaqs, toFaq } from './faqs.js'

function memory(kept?: string) {
  const values = new Map(kept === undefined ? [] : [['papercups.bot-demo.faqs', kept]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('a first visit shows examples with prices', () => {
  expect(readFaqs(memory())).toBe(EXAMPLES)
  expect(JSON.stringify(EXAMPLES)).toMatch(/first 2 users are free.*\$40\/month for up to 10 users/)
})

test('saves the questions, also an empty list', () => {
  const store = memory()
  keepFaqs([{ q: 'Ship?', a: 'Yes' }], store)
  expect(readFaqs(store)).toEqual([{ q: 'Ship?', a: 'Yes' }])
  keepFaqs([], store)
  expect(readFaqs(store)).toEqual([])
})

test('ignores invalid values in the storage', () => {
  const pair = { q: 'Ship?', a: 'Yes' }
  expect(readFaqs(memory('not json'))).toBe(EXAMPLES)
  expect(readFaqs(memory('{"q":1}'))).toBe(EXAMPLES)
  expect(readFaqs(memory(JSON.stringify([null, 7, { q: 'No answer' }, { q: ' ', a: 'x' }, pair])))).toEqual([pair])
  expect(readFaqs(memory(JSON.stringify(Array.from({ length: 60 }, () => pair))))).toHaveLength(MAX_FAQS)
})

test('a question needs an answer, and an answer a question', () => {
  expect(toFaq({ q: ' Ship? ', a: 'Yes\n' })).toEqual({ q: 'Ship?', a: 'Yes' })
  for (const faq of [
    { q: '', a: 'Yes' },
    { q: 'Ship?', a: '  ' },
  ])
    expect(toFaq(faq)).toBeUndefined()
})
