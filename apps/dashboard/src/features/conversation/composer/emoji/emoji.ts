import groups from 'unicode-emoji-json/data-by-group.json'
import { readJson, storage } from '../../../../lib/storage.js'
import { otherNames } from './emoji-names.js'

export interface Emoji {
  emoji: string
  name: string
  /** Everything it is found by, from the most to the least fitting. */
  words: string[]
}

export interface EmojiGroup {
  name: string
  emojis: Emoji[]
}

const RECENT = 'papercups.emoji'
const MOST_RECENT = 16
/** What every system can draw by now; newer ones are empty boxes on many. */
const NEWEST = 15

/** All of them, as Unicode orders them. */
export const emojiGroups: EmojiGroup[] = groups.map(({ name, emojis }) => ({
  name,
  emojis: emojis
    .filter(({ emoji_version }) => Number(emoji_version) <= NEWEST)
    .map(({ emoji, name: own }) => ({ emoji, name: own, words: [...(otherNames[emoji] ?? []), ...wordsOf(own)] })),
}))

const all = emojiGroups.flatMap((group) => group.emojis)

/** Every word has to begin one of theirs. Whole words come before beginnings. */
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
  store.setItem(RECENT, JSON.stringify([emoji, ...others].slice(0, MOST_RECENT)))
}

function wordsOf(text: string) {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+-]+/u)
    .filter(Boolean)
}
