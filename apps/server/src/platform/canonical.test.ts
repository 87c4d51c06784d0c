import { runInNewContext } from 'node:vm'
import { setFlagsFromString } from 'node:v8'
import { expect, test } from 'vitest'
import { canonicalEmail, canonicalId } from './canonical.js'

const id = '3f0e7c1a-9b1d-4c55-8a77-0c2f5be0a1d4'

test.each([
  'ADA@Acme.Test',
  ' ada@acme.test\n',
  'a\0da@acme.test',
  'a\u200bda@acme.test',
  'a\u00adda@acme.test',
  'ada@acme.test.',
  'ada@acme.test . ',
  '\uff41da@acme.test',
  'ada\uff20acme.test',
  'ad\ud800a@acme.test'.replace('\ud800', '\u202e'),
])('reads %j as ada@acme.test', (spelling) => {
  expect(canonicalEmail(spelling)).toBe('ada@acme.test')
})

test('composed and decomposed characters are the same email', () => {
  expect(canonicalEmail('jos\u0065\u0301@acme.test')).toBe(canonicalEmail('JOS\u00c9@acme.test'))
})

test('keeps different people apart', () => {
  const people = ['ada@acme.test', 'ada+1@acme.test', 'a.da@acme.test', 'ada@acme.tests', 'ba@acme.test']
  expect(new Set(people.map(canonicalEmail)).size).toBe(people.length)
})

test('cuts long text, so its cost is limited', () => {
  expect(canonicalEmail(`${'a'.repeat(10_000_000)}@acme.test`)).toHaveLength(320)
})

test.each([id.toUpperCase(), ` ${id}`, `{${id}}`, id.replaceAll('-', ''), `${id}\0`, `${id}\u200b`])(
  'reads %j as one id',
  (spelling) => {
    expect(canonicalId(spelling)).toBe(id)
  },
)

test('another id only loses case and invisible characters', () => {
  expect(canonicalId('Order\0-17')).toBe('order-17')
})

test('an id keeps nothing of the long text that it was cut from', () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  const ids = Array.from({ length: 1_000 }, (_, at) => canonicalId(`a${at}`.padEnd(60_000, 'x')))
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000)
  expect(new Set(ids).size).toBe(1_000)
})
