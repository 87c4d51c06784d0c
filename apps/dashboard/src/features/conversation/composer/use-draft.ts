import type { Message } from '@papercups/contract'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useMe } from '../../../entities/user/me.js'
import { lastSeq } from '../thread/message-order.js'
import { draftKey, drafts, isBlank, NO_TEXT, type Mode, type Text } from './drafts.js'
import type { Mentioned } from '../../../entities/message/mentioned-names.js'

/** What this user has written in a conversation and not sent. */
export function useDraft(conversationId: string, messages: readonly Message[] | undefined) {
  const key = draftKey(useMe().id, conversationId)
  const subscribe = useCallback((listener: () => void) => drafts.subscribe(key, listener), [key])
  const { mode, seen_seq, ...texts } = useSyncExternalStore(subscribe, () => drafts.read(key))
  const write = (changes: Partial<Text>) => drafts.changeText(key, mode, changes)

  const end = messages && lastSeq(messages)
  const begun = !isBlank(texts.reply)
  useEffect(() => {
    // Somebody may be faster than the messages: then it counts from when those are there.
    if (begun && seen_seq === null && end !== undefined) drafts.change(key, { seen_seq: end })
    if (!begun && seen_seq !== null) drafts.change(key, { seen_seq: null })
  }, [begun, end, key, seen_seq])

  return {
    key,
    mode,
    text: texts[mode],
    seen_seq,
    write,
    // From the store: the text around the name has just been written, and this page has not been drawn since.
    addMention: (mentioned: Mentioned) => write({ mentions: [...drafts.read(key)[mode].mentions, mentioned] }),
    clear: () => write(NO_TEXT),
    switchTo: (next: Mode) => drafts.change(key, { mode: next }),
    /** The writer has seen what is there now, and goes on. */
    catchUp: () => end !== undefined && drafts.change(key, { seen_seq: end }),
  }
}
