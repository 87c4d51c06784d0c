import { useCallback, useRef } from 'react'
import { useTopic } from '../../../lib/use-topic.js'
import type { Mode } from './drafts.js'

const PAUSE = 3_000

/** Tells the others that somebody writes, at most every three seconds. Of a note only the team hears. */
export function useTyping(conversationId: string) {
  const push = useTopic(`viewing:${conversationId}`)
  const last = useRef(-Infinity)

  return useCallback(
    (mode: Mode) => {
      if (performance.now() - last.current < PAUSE) return
      last.current = performance.now()
      // Nobody hears it while we are not connected, and nobody has to.
      push('typing', { private: mode === 'note' }).catch(() => undefined)
    },
    [push],
  )
}
