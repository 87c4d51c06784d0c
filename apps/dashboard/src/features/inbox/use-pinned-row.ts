import { useLayoutEffect, useRef } from 'react'
import type { ConversationRow } from '../../entities/conversation/conversations.js'

/**
 * Keeps the row under the pointer in place when the list changes. New rows above it show when the pointer leaves. Without a pointer, the open row stays in view if it was in view.
 */
export function usePinnedRow(rows: readonly ConversationRow[], openId: string | undefined) {
  const order = rows.map((row) => row.id).join()
  const scroller = useRef<HTMLDivElement>(null)
  const before = useRef({ order, openId: '' })
  const pushed = useRef(0)

  useLayoutEffect(() => {
    const box = scroller.current
    const last = before.current
    before.current = { order, openId: openId ?? '' }
    const hovered = box?.querySelector<HTMLElement>('[data-row]:hover')
    const open = openId && box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(openId)}"]`)
    const was = indexesOf(last.order)
    const is = indexesOf(order)
    /** Computed from the index, because most rows of a long list are not rendered. All rows have the same height. */
    const topOf = (row: HTMLElement, indexes: Map<string, number>) => (indexes.get(idOf(row)) ?? NaN) * row.offsetHeight

    if (box && hovered && was.has(idOf(hovered))) {
      const moved = topOf(hovered, is) - topOf(hovered, was)
      box.scrollTop += moved
      pushed.current += moved
    } else if (box && open && (last.openId !== openId || isInView(box, topOf(open, was), open.offsetHeight))) {
      open.scrollIntoView({ block: 'nearest' })
    }
  }, [order, openId])

  function onPointerLeave() {
    const box = scroller.current
    // Do not move if the user has scrolled since then.
    if (box && pushed.current > 0 && Math.abs(box.scrollTop - pushed.current) < 1) box.scrollTop = 0
    pushed.current = 0
  }
  return { scroller, onPointerLeave }
}

const idOf = (row: HTMLElement) => row.dataset['row'] ?? ''

const indexesOf = (order: string) => new Map(order.split(',').map((id, index) => [id, index]))

const isInView = (box: HTMLElement, top: number, height: number) =>
  top + height > box.scrollTop && top < box.scrollTop + box.clientHeight
