import groups from 'unicode-emoji-json/data-by-group.json'
import { readJson, storage } from '../../../../lib/storage.js'
import { otherNames } from './emoji-names.js'

export interface Emoji {
  emoji: string
  name: string
  /** All search words, best first. */
  words: string[]
}

export interface EmojiGroup {
  name: string
  emojis: Emoji[]
}

const RECENT = 'papercups.emoji'
const MAX_RECENT = 16
/** The newest emoji version that all systems can draw. */
const NEWEST = 15

/** All emoji in the order of Unicode. */
export const emojiGroups: EmojiGroup[] = groups.map(({ name, emojis }) => ({
  name,
  emojis: emojis
    .filter(({ emoji_version }) => Number(emoji_version) <= NEWEST)
    .map(({ emoji, name: own }) => ({ emoji, name: own, words: [...(otherNames[emoji] ?? []), ...wordsOf(own)] })),
}))

const all = emojiGroups.flatMap((group) => group.emojis)

/** Each query word must start one of the emoji's words. Matches of whole words come first. */
export function searchEmoji(query: string): Emoji[] {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return []
  const fits = (emoji: Emoji) => wanted.every((word) => emoji.words.some((own) => own.startsWith(word)))
  const isWhole = (emoji: Emoji) => wanted.every((word) => emoji.words.includes(word))
  const found = all.filter(fits)
  return [...found.filter(isWhole), ...found.filter((emoji) => !isWhole(emoji))]
}

export function recentEmoji(store = storage): Emoji[] {
  const used = readJson<string[]>(store, RECENT) ?? []
  return used.flatMap((each) => all.find(({ emoji }) => emoji === each) ?? [])
}

export function rememberEmoji(emoji: string, store = storage) {
  const others = (readJson<string[]>(store, RECENT) ?? []).filter((each) => each !== emoji)
  store.setItem(RECENT, JSON.stringify([emoji, ...others].slice(0, MAX_RECENT)))
}

function wordsOf(text: string) {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+-]+/u)
    .filter(Boolean)
}
