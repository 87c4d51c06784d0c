import { expect, test } from 'vitest'
import { safeStorage } from '../../../../lib/storage.js'
import { emojiGroups, recentEmoji, rememberEmoji, searchEmoji } from './emoji.js'
import { otherNames } from './emoji-names.js'

const found = (query: string) => searchEmoji(query).map(({ emoji }) => emoji)

test('found by Unicode’s words and by those that people type', () => {
  expect(found('smile')[0]).toBe('😀')
  expect(found('+1')).toEqual(['👍'])
  expect(found('tada')).toEqual(['🎉'])
  expect(found('grin eyes')).toContain('😃')
  expect(found('rocket')[0]).toBe('🚀')
  expect(found('thumbs_up')[0]).toBe('👍')
  expect(found('')).toEqual([])
  expect(found('no such thing')).toEqual([])
})

test('every further name belongs to an emoji that there is', () => {
  const known = new Set(emojiGroups.flatMap((group) => group.emojis.map(({ emoji }) => emoji)))
  expect(Object.keys(otherNames).filter((emoji) => !known.has(emoji))).toEqual([])
})

test('the last used come first, each once', () => {
  const store = safeStorage(() => {
    throw new Error('denied')
  })
  for (const emoji of ['🎉', '👍', '🎉', 'nonsense']) rememberEmoji(emoji, store)
  expect(recentEmoji(store).map(({ emoji }) => emoji)).toEqual(['🎉', '👍'])
})
