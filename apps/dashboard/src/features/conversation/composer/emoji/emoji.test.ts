import { expect, test } from 'vitest'
import { safeStorage } from '../../../../lib/storage.js'
import { emojiGroups, recentEmoji, rememberEmoji, searchEmoji } from './emoji.js'
import { otherNames } from './emoji-names.js'

const found = (query: string) => searchEmoji(query).map(({ emoji }) => emoji)

test('finds emoji by their Unicode names and by common names', () => {
  expect(found('smile')[0]).toBe('😀')
  expect(found('+1')).toEqual(['👍'])
  expect(found('tada')).toEqual(['🎉'])
  expect(found('grin eyes')).toContain('😃')
  expect(found('rocket')[0]).toBe('🚀')
  expect(found('thumbs_up')[0]).toBe('👍')
  expect(found('')).toEqual([])
  expect(found('no such thing')).toEqual([])
})

test('every additional name belongs to an existing emoji', () => {
  const known = new Set(emojiGroups.flatMap((group) => group.emojis.map(({ emoji }) => emoji)))
  expect(Object.keys(otherNames).filter((emoji) => !known.has(emoji))).toEqual([])
})

test('recent emoji are listed once each, last used first', () => {
  const store = safeStorage(() => {
    throw new Error('denied')
  })
  for (const emoji of ['🎉', '👍', '🎉', 'nonsense']) rememberEmoji(emoji, store)
  expect(recentEmoji(store).map(({ emoji }) => emoji)).toEqual(['🎉', '👍'])
})
