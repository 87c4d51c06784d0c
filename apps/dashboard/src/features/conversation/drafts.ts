import { readJson, storage } from '../../lib/storage.js'

export interface ComposerDraft {
  body: string
  private: boolean
}

const EMPTY: ComposerDraft = { body: '', private: false }

// By user too: colleagues share machines, not half-written sentences.
const keyOf = (userId: number, conversationId: string) => `papercups.draft.${userId}.${conversationId}`

export const readDraft = (userId: number, conversationId: string) =>
  readJson<ComposerDraft>(storage, keyOf(userId, conversationId)) ?? EMPTY

export function writeDraft(userId: number, conversationId: string, draft: ComposerDraft) {
  const key = keyOf(userId, conversationId)
  if (draft.body || draft.private) storage.setItem(key, JSON.stringify(draft))
  else storage.removeItem(key)
}
