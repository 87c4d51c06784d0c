import { useCallback, useRef } from 'react'
import { useTopic } from '../../../lib/use-topic.js'
import type { Mode } from './drafts.js'

const PAUSE = 3_000

/** Reports typing at most every three seconds. Typing a note is reported only to the team. */
export function useTyping(conversationId: string) {
  const push = useTopic(`viewing:${conversationId}`)
  const last = useRef(-Infinity)

  return useCallback(
    (mode: Mode) => {
      if (performance.now() - last.current < PAUSE) return
      last.current = performance.now()
      // Lost while disconnected, which does no harm.
      push('typing', { private: mode === 'note' }).catch(() => undefined)
    },
    [push],
  )
}
