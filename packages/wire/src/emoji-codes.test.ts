import { expect, test } from 'vitest'
import { drawEmojiCodes, emojiByName, emojiNames } from './emoji-codes.js'

test('replaces known codes and keeps other text', () => {
  expect(drawEmojiCodes('Done :tada: :+1: :heart_eyes:')).toBe('Done 🎉 👍 😍')
  expect(drawEmojiCodes('10:30:45 :no_such_code: C::D :constructor:')).toBe(
    '10:30:45 :no_such_code: C::D :constructor:',
  )
})

test('every name has an emoji', () => {
  expect(emojiByName('constructor')).toBeUndefined()
  const wrong = emojiNames().filter((name) => !/^\p{Emoji}[\p{Emoji}\uFE0F]*$/u.test(emojiByName(name) ?? ''))
  expect(wrong).toEqual([])
})
