import type { File, MessageRecipients } from '@papercups/contract'
import { readJson, storage, type KeyValueStore } from '../../../lib/storage.js'
import type { Mentioned } from '../../../entities/message/mentioned-names.js'

export type Mode = 'reply' | 'note'

/** An unsent text. Reply and note are separate, so that a private note never ends up in a reply. */
export interface Text {
  body: string
  /** Users picked from the list. Names that were deleted from the text are dropped when it is sent. */
  mentions: Mentioned[]
  /** Only finished uploads, because running ones end with the page. */
  files: File[]
  /** Chosen recipients of an email. Null: the person who wrote last. */
  email: MessageRecipients | null
}

export interface Draft {
  mode: Mode
  reply: Text
  note: Text
  /** The last message when the user started the reply, or when they last chose to keep editing. */
  seen_seq: number | null
}

export const NO_TEXT: Text = { body: '', mentions: [], files: [], email: null }
const NO_DRAFT: Draft = { mode: 'reply', reply: NO_TEXT, note: NO_TEXT, seen_seq: null }

// Includes the user, because teammates may share a browser.
export const draftKey = (userId: number, conversationId: string) => `papercups.draft.${userId}.${conversationId}`

export const isBlank = ({ body, files }: Text) => body.trim() === '' && files.length === 0

export function createDrafts(store: KeyValueStore) {
  const listeners = new Map<string, Set<() => void>>()
  const open = new Map<string, Draft>()

  function read(key: string): Draft {
    const known = open.get(key)
    if (known) return known
    const draft = { ...NO_DRAFT, ...readJson<Partial<Draft>>(store, key) }
    open.set(key, draft)
    return draft
  }

  function write(key: string, draft: Draft) {
    // Without subscribers the draft is read from the storage next time: another window may have changed it.
    if (listeners.has(key)) open.set(key, draft)
    else open.delete(key)
    if (draft.mode === 'reply' && isBlank(draft.reply) && isBlank(draft.note)) store.removeItem(key)
    else store.setItem(key, JSON.stringify(draft))
    listeners.get(key)?.forEach((listener) => listener())
  }

  return {
    read,

    subscribe(key: string, listener: () => void) {
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size > 0) return
        listeners.delete(key)
        open.delete(key)
      }
    },

    change: (key: string, changes: Partial<Draft>) => write(key, { ...read(key), ...changes }),

    changeText(key: string, mode: Mode, changes: Partial<Text>) {
      const draft = read(key)
      write(key, { ...draft, [mode]: { ...draft[mode], ...changes } })
    },
  }
}

export const drafts = createDrafts(storage)
