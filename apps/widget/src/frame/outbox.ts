import type { File } from '@papercups/contract'
import type { Store } from './storage.js'

/** A message that the server has not acknowledged yet. It keeps its id however often it is sent. */
export interface OutboxEntry {
  client_message_id: string
  body: string
  sent_at: string
  metadata?: Record<string, unknown>
  /** Uploaded already. */
  attachments?: File[]
  /** The server said no, and why. It is not sent again unless the visitor asks for it. */
  refused?: string
}

export type Outbox = ReturnType<typeof createOutbox>

/** Kept on disk and read anew each time: another tab of the same site works on the same one. */
export function createOutbox(store: Store, key: string) {
  const entries = () => parseEntries(store.get(key))
  const write = (list: OutboxEntry[]) => store.set(key, list.length ? JSON.stringify(list) : null)
  const change = (id: string, edit: (entry: OutboxEntry) => OutboxEntry) =>
    write(entries().map((entry) => (entry.client_message_id === id ? edit(entry) : entry)))

  return {
    entries,
    /** The one to send now. A refused one does not hold up those behind it. */
    next: () => entries().find((entry) => entry.refused === undefined),
    add(body: string, more: Pick<OutboxEntry, 'metadata' | 'attachments'> = {}) {
      const entry: OutboxEntry = { client_message_id: uuid(), body, sent_at: new Date().toISOString(), ...more }
      write([...entries(), entry])
      return entry
    },
    remove: (id: string) => write(entries().filter((entry) => entry.client_message_id !== id)),
    refuse: (id: string, refused: string) => change(id, (entry) => ({ ...entry, refused })),
    retry: (id: string) => change(id, ({ refused: _, ...entry }) => entry),
    clear: () => store.set(key, null),
  }
}

function parseEntries(json: string | null): OutboxEntry[] {
  try {
    const list: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(list) ? list.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is OutboxEntry {
  if (!value || typeof value !== 'object') return false
  const { client_message_id, body, sent_at } = value as Record<string, unknown>
  return typeof client_message_id === 'string' && typeof body === 'string' && typeof sent_at === 'string'
}

/** crypto.randomUUID exists on secure origins only, and sites on plain http have visitors too. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
