import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ConversationRow } from '../../entities/conversation/conversations.js'

interface Chosen {
  list: string
  ids: ReadonlySet<string>
  /** Where a range begins: the one that was touched last. */
  from: string
}

const nothing = (list: string): Chosen => ({ list, ids: new Set(), from: '' })

/** Several conversations at once. What leaves the list leaves the selection, and another list is another selection. */
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
    /** With `range`, all from the one before to this one become like this one. The same function for ever. */
    toggle: useCallback((id: string, range: boolean) => latest.current(id, range), []),
    toggleAll: () => choose(chosen.length === rows.length ? [] : idsOf(rows)),
    clear: () => choose([]),
  }
}

export type Selection = ReturnType<typeof useSelection>

/** In whatever direction; without a known start it is the one alone. */
export function between(order: readonly string[], from: string, to: string): string[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return order.slice(Math.min(start, end), Math.max(start, end) + 1)
}
