import { parseObject } from './params.js'

export interface Store {
  get(key: string): string | null
  set(key: string, value: string | null): void
  /** Another tab, too, has nothing but the page to keep things with. */
  keptElsewhere(key: string, json: string): void
}

type Kept = Record<string, string>

/** How the key of an outbox ends. The launcher looks for it. */
export const OUTBOX = ':outbox'

/**
 * The browser's storage. Where that is denied or full, a memory that begins with what was kept elsewhere before, and that
 * tells of each change: a frame in a private window still loses nothing when its page is reloaded.
 */
export function openStore(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  kept: Kept = {},
  keep: (kept: Kept) => void = () => {},
): Store {
  const denied = isDenied(storage)
  const memory = new Map<string, string | null>(denied ? Object.entries(kept) : [])
  return {
    get(key) {
      const remembered = memory.get(key)
      if (remembered !== undefined) return remembered
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
        memory.delete(key)
        // So that the next page knows, without loading the chat, that there is something left to send.
        if (key.endsWith(OUTBOX)) keep(value === null ? {} : { [key]: value })
      } catch {
        memory.set(key, value)
        keep(Object.fromEntries([...memory].filter((pair): pair is [string, string] => pair[1] !== null)))
      }
    },
    keptElsewhere(key, json) {
      const value = parseObject(json)[key]
      if (denied && typeof value === 'string') memory.set(key, value)
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

/** What the launcher hands over in the address. Whoever frames us may write there, so it is read with care. */
export function readKept(hash: string): Kept {
  try {
    const kept = Object.entries(parseObject(decodeURIComponent(hash.slice(1))))
    return Object.fromEntries(kept.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return {}
  }
}
