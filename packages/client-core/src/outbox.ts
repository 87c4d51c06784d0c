import { randomId } from './random-id.js'
import type { Store } from './store.js'

/** The fields of every unsent message, beside those of the app. */
interface Delivery {
  /** The same for every attempt, so the server stores the message once. */
  client_message_id: string
  sent_at: string
  /** Why the last attempt failed. */
  failure?: string
  /** Refused by the server: sent again only when the author asks for it. */
  refused?: boolean
}

export type Unsent<T> = T & Delivery
export type Outbox<T> = ReturnType<typeof createOutbox<T>>

/**
 * Messages that the server has not acknowledged, oldest first. Each has its own storage key: two tabs that write one shared
 * list at the same moment would overwrite each other and lose a message.
 */
export function createOutbox<T>(store: Store, prefix: string, changed: () => void = () => {}) {
  let last = 0

  const keys = () => store.keys().filter((key) => key.startsWith(prefix))
  const write = (id: string, entry: Unsent<T> | null) => {
    store.set(prefix + id, entry && JSON.stringify(entry))
    changed()
  }
  const edit = (id: string, changes: Partial<Delivery> | Partial<T>) => {
    const entry = parseEntry<T>(store.get(prefix + id))
    // Another tab may have delivered it meanwhile.
    if (entry) write(id, { ...entry, ...changes })
  }

  return {
    entries: () =>
      keys()
        .flatMap((key) => parseEntry<T>(store.get(key)) ?? [])
        .sort((a, b) => (a.sent_at < b.sent_at ? -1 : 1)),
    add(draft: T): Unsent<T> {
      // Entries are sorted by this time, so two of the same millisecond must differ.
      last = Math.max(Date.now(), last + 1)
      const entry = { ...draft, client_message_id: randomId(), sent_at: new Date(last).toISOString() }
      write(entry.client_message_id, entry)
      return entry
    },
    remove: (id: string) => write(id, null),
    change: (id: string, changes: Partial<T>) => edit(id, changes),
    fail: (id: string, failure: string, refused: boolean) => edit(id, { failure, refused }),
    retry: (id: string) => edit(id, { failure: undefined, refused: undefined }),
    clear() {
      for (const key of keys()) store.set(key, null)
      changed()
    },
  }
}

function parseEntry<T>(json: string | null): Unsent<T> | undefined {
  try {
    const entry = JSON.parse(json ?? '') as Unsent<T & { body?: unknown }>
    const { client_message_id, sent_at, body } = entry
    return [client_message_id, sent_at, body].every((value) => typeof value === 'string') ? entry : undefined
  } catch {
    return undefined
  }
}
