import { createOutbox, type Store, type Unsent } from '@papercups/client-core'
import type { File, MessageRecipients } from '@papercups/contract'
import { useSyncExternalStore } from 'react'
import type { Mentioned } from './mentioned-names.js'
import { storage } from '../../lib/storage.js'

/** A reply or note to send. */
export interface Reply {
  conversation_id: string
  /** The author. Another user of this browser must not send it. */
  user_id: number
  body: string
  private: boolean
  mentions: Mentioned[]
  attachments: File[]
  /** Recipients of an email, if the author chose them. */
  email?: MessageRecipients | null
}

export type Outgoing = Unsent<Reply>

const PREFIX = 'papercups.outbox:'

/** Replies that the server has not acknowledged. They outlive the page, and all tabs share them. */
export function openOutbox(store: Store) {
  const listeners = new Set<() => void>()
  const kept = createOutbox<Reply>(store, PREFIX, refresh)
  let entries = kept.entries()

  function refresh() {
    entries = kept.entries()
    listeners.forEach((listener) => listener())
  }

  return {
    ...kept,
    /** React needs the same array until something changes. */
    entries: () => entries,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Listens to changes by other tabs. Returns a function that stops it. */
    followOtherTabs() {
      const onStorage = ({ key }: StorageEvent) => (key === null || key.startsWith(PREFIX) ? refresh() : undefined)
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

export const outbox = openOutbox({
  keys: storage.keys,
  get: storage.getItem,
  set: (key, value) => (value === null ? storage.removeItem(key) : storage.setItem(key, value)),
})

/** The newest message of a conversation that its author could not send so far. */
export function useNotSent(conversationId: string, userId: number): Outgoing | undefined {
  return useSyncExternalStore(outbox.subscribe, () =>
    outbox
      .entries()
      .findLast((entry) => entry.failure && entry.conversation_id === conversationId && entry.user_id === userId),
  )
}
