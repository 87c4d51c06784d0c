import { useLayoutEffect, useRef } from 'react'
import type { ConversationRow } from '../../entities/conversation/conversations.js'

/** The rows around the open one. Once it has left the list, those around the place that it had. */
export function useNeighbours(rows: readonly ConversationRow[], openId: string | undefined) {
  const index = rows.findIndex((row) => row.id === openId)
  const last = useRef(0)
  useLayoutEffect(() => {
    if (index >= 0) last.current = index
  }, [index])

  return () => {
    const place = index >= 0 ? index : last.current
    // What came after it has moved up by one.
    return { next: rows[index >= 0 ? place + 1 : place], previous: rows[place - 1] }
  }
}
