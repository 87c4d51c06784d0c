import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ConversationRow } from '../../entities/conversation/conversations.js'

interface Chosen {
  list: string
  ids: ReadonlySet<string>
  /** The start of a range: the last toggled row. */
  from: string
}

const nothing = (list: string): Chosen => ({ list, ids: new Set(), from: '' })

/** The selected conversations. A row that leaves the list leaves the selection. Each list has its own selection. */
export function useSelection(rows: readonly ConversationRow[], list: string) {
  const [state, setState] = useState(() => nothing(list))
  const { ids, from } = state.list === list ? state : nothing(list)
  const chosen = rows.filter((row) => ids.has(row.id))
  const choose = (next: Iterable<string>, start = '') => setState({ list, ids: new Set(next), from: start })
  const idsOf = (some: readonly ConversationRow[]) => some.map((row) => row.id)

  function toggle(id: string, range: boolean) {
    const next = new Set(idsOf(chosen))
    for (const each of range ? between(idsOf(rows), from, id) : [id]) {
      if (ids.has(id)) next.delete(each)
      else next.add(each)
    }
    choose(next, id)
  }
  const latest = useRef(toggle)
  useLayoutEffect(() => {
    latest.current = toggle
  })

  return {
    chosen,
    has: (id: string) => ids.has(id),
    /** With `range`, all rows from the last one to this one get the state of this one. The function never changes. */
    toggle: useCallback((id: string, range: boolean) => latest.current(id, range), []),
    toggleAll: () => choose(chosen.length === rows.length ? [] : idsOf(rows)),
    clear: () => choose([]),
  }
}

export type Selection = ReturnType<typeof useSelection>

/** Works in both directions. Without a known start it returns only `to`. */
export function between(order: readonly string[], from: string, to: string): string[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return order.slice(Math.min(start, end), Math.max(start, end) + 1)
}
