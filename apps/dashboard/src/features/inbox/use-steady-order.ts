import { useMemo, useRef, useState } from 'react'

/** How long after its last move the pointer may still be aiming at a row. */
const AIMING = 3_000

/** Keeps the order while the pointer moves over the list. New rows are added on top. */
export function useSteadyOrder<T extends { id: string }>(rows: T[]) {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const steady = useMemo(() => (held ? keepOrder(rows, held) : rows), [rows, held])

  const release = () => {
    clearTimeout(timer.current)
    setHeld(null)
  }
  const aim = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(release, AIMING)
    if (!held) setHeld(rows.map((row) => row.id))
  }
  return { rows: steady, onPointerMove: aim, onPointerLeave: release }
}

/** Rows below the last held row were loaded as a further page, so they stay below. */
export function keepOrder<T extends { id: string }>(rows: readonly T[], held: readonly string[]): T[] {
  const positions = new Map(held.map((id, index) => [id, index]))
  const oldest = rows.findLastIndex((row) => positions.has(row.id))
  rows.forEach(({ id }, index) => positions.has(id) || positions.set(id, index > oldest ? held.length : -1))
  return rows.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0))
}
