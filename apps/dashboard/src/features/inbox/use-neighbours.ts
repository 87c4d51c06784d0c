import { useLayoutEffect, useRef } from 'react'
import type { ConversationRow } from '../../entities/conversation/conversations.js'

/** The rows before and after the open one, or around its last position if it has left the list. */
export function useNeighbours(rows: readonly ConversationRow[], openId: string | undefined) {
  const index = rows.findIndex((row) => row.id === openId)
  const last = useRef(0)
  useLayoutEffect(() => {
    if (index >= 0) last.current = index
  }, [index])

  return () => {
    const position = index >= 0 ? index : last.current
    // The rows after it have moved up by one.
    return { next: rows[index >= 0 ? position + 1 : position], previous: rows[position - 1] }
  }
}
