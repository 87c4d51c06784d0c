import { expect, test } from 'vitest'
import { isComposing } from './is-composing.js'

test.each([
  ['an Enter that sends', { isComposing: false, keyCode: 13 }, false],
  ['an Enter that ends a Japanese word', { isComposing: true, keyCode: 229 }, true],
  ['the same in Safari', { isComposing: false, keyCode: 229 }, true],
])('%s', (_, nativeEvent, expected) => {
  expect(isComposing({ nativeEvent: nativeEvent as KeyboardEvent })).toBe(expected)
})
