import { expect, test } from 'vitest'
import { describeValue } from './describe-value.js'

test.each([
  [true, 'Yes'],
  [false, 'No'],
  [0, '0'],
  [12.5, '12.5'],
  ['gold', 'gold'],
  ['', null],
  [null, null],
  [undefined, null],
  [['a', 'b', true], 'a, b, Yes'],
  [{ city: 'Porto' }, '{\n  "city": "Porto"\n}'],
])('%j is shown as %j', (value, text) => {
  expect(describeValue(value)).toBe(text)
})
