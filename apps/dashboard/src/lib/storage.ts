export interface KeyValueStore {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Falls back to memory if the browser denies storage or it is full. */
export function safeStorage(open: () => Storage) {
  const memory = new Map<string, string>()
  const attempt = <T>(work: (store: Storage) => T): T | undefined => {
    try {
      return work(open())
    } catch {
      return undefined
    }
  }

  return {
    keys() {
      const kept = attempt((store) => Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')) ?? []
      return [...new Set([...memory.keys(), ...kept])]
    },
    getItem: (key: string) => memory.get(key) ?? attempt((store) => store.getItem(key)) ?? null,
    setItem(key: string, value: string) {
      const kept = attempt((store) => (store.setItem(key, value), true))
      if (kept) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem(key: string) {
      memory.delete(key)
      attempt((store) => store.removeItem(key))
    },
  }
}

export const storage = safeStorage(() => window.localStorage)

export function readJson<T>(store: KeyValueStore, key: string): T | null {
  try {
    return JSON.parse(store.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}
