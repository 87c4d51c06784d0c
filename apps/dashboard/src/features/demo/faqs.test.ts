import { expect, test } from 'vitest'
import { EXAMPLES, keepFaqs, MOST_FAQS, readFaqs, toFaq } from './faqs.js'

function memory(kept?: string) {
  const values = new Map(kept === undefined ? [] : [['papercups.bot-demo.faqs', kept]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('a first visit finds examples, which name the prices', () => {
  expect(readFaqs(memory())).toBe(EXAMPLES)
  expect(JSON.stringify(EXAMPLES)).toMatch(/first 2 users are free.*\$40\/month for up to 10 users/)
})

test('what was taught is kept, also when it is nothing', () => {
  const store = memory()
  keepFaqs([{ q: 'Ship?', a: 'Yes' }], store)
  expect(readFaqs(store)).toEqual([{ q: 'Ship?', a: 'Yes' }])
  keepFaqs([], store)
  expect(readFaqs(store)).toEqual([])
})

test('storage that somebody else wrote does no harm', () => {
  const pair = { q: 'Ship?', a: 'Yes' }
  expect(readFaqs(memory('not json'))).toBe(EXAMPLES)
  expect(readFaqs(memory('{"q":1}'))).toBe(EXAMPLES)
  expect(readFaqs(memory(JSON.stringify([null, 7, { q: 'No answer' }, { q: ' ', a: 'x' }, pair])))).toEqual([pair])
  expect(readFaqs(memory(JSON.stringify(Array.from({ length: 60 }, () => pair))))).toHaveLength(MOST_FAQS)
})

test('a pair needs both its texts', () => {
  expect(toFaq({ q: ' Ship? ', a: 'Yes\n' })).toEqual({ q: 'Ship?', a: 'Yes' })
  for (const faq of [
    { q: '', a: 'Yes' },
    { q: 'Ship?', a: '  ' },
  ])
    expect(toFaq(faq)).toBeUndefined()
})
