import type { Message } from '@papercups/contract'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useMe } from '../../../entities/user/me.js'
import { lastSeq } from '../thread/message-order.js'
import { draftKey, drafts, isBlank, NO_TEXT, type Mode, type Text } from './drafts.js'
import type { Mentioned } from '../../../entities/message/mentioned-names.js'

/** The user's draft in a conversation. */
export function useDraft(conversationId: string, messages: readonly Message[] | undefined) {
  const key = draftKey(useMe().id, conversationId)
  const subscribe = useCallback((listener: () => void) => drafts.subscribe(key, listener), [key])
  const { mode, seen_seq, ...texts } = useSyncExternalStore(subscribe, () => drafts.read(key))
  const write = (changes: Partial<Text>) => drafts.changeText(key, mode, changes)

  const end = messages && lastSeq(messages)
  const begun = !isBlank(texts.reply)
  useEffect(() => {
    // If the user starts before the messages have loaded, the start counts from their arrival.
    if (begun && seen_seq === null && end !== undefined) drafts.change(key, { seen_seq: end })
    if (!begun && seen_seq !== null) drafts.change(key, { seen_seq: null })
  }, [begun, end, key, seen_seq])

  return {
    key,
    mode,
    text: texts[mode],
    seen_seq,
    write,
    // Reads the store, because the inserted text is newer than this render.
    addMention: (mentioned: Mentioned) => write({ mentions: [...drafts.read(key)[mode].mentions, mentioned] }),
    clear: () => write(NO_TEXT),
    switchTo: (next: Mode) => drafts.change(key, { mode: next }),
    /** The user has seen the newest messages and keeps editing. */
    catchUp: () => end !== undefined && drafts.change(key, { seen_seq: end }),
  }
}
