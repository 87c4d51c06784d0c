import type { Store } from '@papercups/client-core'
import { parseObject } from './params.js'

export interface FrameStore extends Store {
  /** Takes over what another tab without storage has left with the page. Returns false if this one has storage. */
  keptElsewhere(key: string, json: string): boolean
}

type Kept = Record<string, string>
type BrowserStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/** Part of the key of every unsent message. The launcher looks for it. */
export const OUTBOX = ':outbox:'

/**
 * The browser's storage. If it is denied or full, it uses memory that starts with the copy that the page keeps, and sends each change to the page. So a frame in a private window loses nothing when the page reloads.
 */
export function openStore(
  storage: () => BrowserStorage,
  kept: Kept = {},
  keep: (kept: Kept) => void = () => {},
): FrameStore {
  const denied = isDenied(storage)
  const memory = new Map<string, string | null>(denied ? Object.entries(kept) : [])

  const keys = () => {
    const all = new Set(memory.keys())
    try {
      for (let i = 0; i < storage().length; i++) all.add(storage().key(i) ?? '')
    } catch {}
    return [...all].filter((key) => get(key) !== null)
  }
  const get = (key: string) => {
    const remembered = memory.get(key)
    if (remembered !== undefined) return remembered
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  const keepAll = (choose: (key: string) => boolean) =>
    keep(Object.fromEntries(keys().flatMap((key) => (choose(key) ? [[key, get(key) ?? '']] : []))))
  const isUnsent = (key: string) => key.includes(OUTBOX)

  return {
    keys,
    get,
    set(key, value) {
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
        memory.delete(key)
        // Tells the launcher on the next page that messages are unsent, without loading the chat.
        if (isUnsent(key)) keepAll(isUnsent)
      } catch {
        memory.set(key, value)
        keepAll((each) => memory.has(each))
      }
    },
    keptElsewhere(key, json) {
      const value = parseObject(json)[key]
      if (denied && typeof value === 'string') memory.set(key, value)
      return denied
    },
  }
}

function isDenied(storage: () => unknown) {
  try {
    return !storage()
  } catch {
    return true
  }
}

/** The data that the launcher passes in the URL. Any embedding page can write it, so it is validated. */
export function readKept(hash: string): Kept {
  try {
    const kept = Object.entries(parseObject(decodeURIComponent(hash.slice(1))))
    return Object.fromEntries(kept.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return {}
  }
}
