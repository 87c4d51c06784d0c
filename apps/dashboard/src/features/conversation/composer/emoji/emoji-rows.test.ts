import { expect, test } from 'vitest'
import { COLUMNS, moveIn, toRows } from './emoji-rows.js'

const group = (name: string, count: number) => ({
  name,
  emojis: Array.from({ length: count }, (_, at) => ({ emoji: `${name}${at}`, name, words: [] })),
})
/** Group a has a full row and a row of two; group b has a row of three. */
const rows = toRows([group('a', COLUMNS + 2), group('b', 3)])
const from = (row: number, column: number, key: string) => moveIn(rows, { row, column }, key)

test('each group starts a new row', () => {
  expect(rows.map((row) => row.length)).toEqual([COLUMNS, 2, 3])
})

test('arrows move over rows and groups, and stop at the ends', () => {
  expect(from(0, 5, 'ArrowDown')).toEqual({ row: 1, column: 1 })
  expect(from(1, 1, 'ArrowRight')).toEqual({ row: 2, column: 0 })
  expect(from(2, 0, 'ArrowLeft')).toEqual({ row: 1, column: 1 })
  expect(from(2, 2, 'ArrowUp')).toEqual({ row: 1, column: 1 })
  expect(from(0, 0, 'ArrowLeft')).toEqual({ row: 0, column: 0 })
  expect(from(0, 0, 'ArrowUp')).toEqual({ row: 0, column: 0 })
  expect(from(2, 2, 'ArrowRight')).toEqual({ row: 2, column: 2 })
  expect(from(2, 2, 'ArrowDown')).toEqual({ row: 2, column: 2 })
  expect(from(0, 0, 'x')).toBeUndefined()
})
