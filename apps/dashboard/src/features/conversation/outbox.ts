import type { File, Message } from '@papercups/contract'
import { describeError } from '../../lib/api-error.js'
import { randomId } from '../../lib/random-id.js'
import { readJson, storage, type KeyValueStore } from '../../lib/storage.js'
import type { Mentioned } from './composer/mentions.js'

export interface Outgoing {
  /** The same for every attempt, so the server stores the message once however often it is sent. */
  client_message_id: string
  conversation_id: string
  user_id: number
  body: string
  private: boolean
  mentions: Mentioned[]
  attachments: File[]
  sent_at: string
  /** Null while it is on its way. */
  failure: string | null
}

export type Draft = Omit<Outgoing, 'client_message_id' | 'sent_at' | 'failure'>
type Send = (message: Outgoing) => Promise<Message>

const KEY = 'papercups.outbox'
const UNSURE = 'Message failed to send. Try again?'

export const failureText = (error: unknown) => {
  const text = describeError(error)
  return text.length < 60 ? `Failed to send: ${text}` : UNSURE
}

/** Messages between the composer and the server. They outlive the page: what was not acknowledged is still there. */
export function createOutbox(store: KeyValueStore) {
  const listeners = new Set<() => void>()
  const queues = new Map<string, Promise<void>>()
  // Whatever was on its way when the page ended may have arrived or not; the server's copy, if there is one, replaces it.
  let entries: Outgoing[] = (readJson<Outgoing[]>(store, KEY) ?? []).map((entry) => ({
    ...entry,
    failure: entry.failure ?? UNSURE,
  }))

  function write(next: Outgoing[]) {
    entries = next
    store.setItem(KEY, JSON.stringify(entries))
    listeners.forEach((listener) => listener())
  }

  const without = (id: string) => entries.filter((entry) => entry.client_message_id !== id)
  const mark = (id: string, failure: string | null) =>
    write(entries.map((entry) => (entry.client_message_id === id ? { ...entry, failure } : entry)))

  /** One after the other in each conversation, so that they arrive in the order they were written. */
  function enqueue(entry: Outgoing, send: Send) {
    const id = entry.client_message_id
    const turn = (queues.get(entry.conversation_id) ?? Promise.resolve()).then(async () => {
      try {
        await send(entry)
        write(without(id))
      } catch (error) {
        mark(id, failureText(error))
      }
    })
    queues.set(entry.conversation_id, turn)
    return turn
  }

  return {
    entries: () => entries,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    send(draft: Draft, send: Send) {
      const entry = { ...draft, client_message_id: randomId(), sent_at: new Date().toISOString(), failure: null }
      write([...entries, entry])
      return enqueue(entry, send)
    },

    retry(id: string, send: Send) {
      const entry = entries.find((each) => each.client_message_id === id && each.failure !== null)
      if (!entry) return Promise.resolve()
      mark(id, null)
      return enqueue({ ...entry, failure: null }, send)
    },

    discard: (id: string) => write(without(id)),
  }
}

export const outbox = createOutbox(storage)
