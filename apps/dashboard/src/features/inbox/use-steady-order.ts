import { useMemo, useRef, useState } from 'react'

/** How long after its last move a pointer may still be aiming. */
const AIMING = 3_000

/** Rows move to where they belong, but not while somebody aims at one of them: until then new ones wait on top. */
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

/** What is older than all of them was loaded below. */
export function keepOrder<T extends { id: string }>(rows: readonly T[], held: readonly string[]): T[] {
  const places = new Map(held.map((id, index) => [id, index]))
  const oldest = rows.findLastIndex((row) => places.has(row.id))
  rows.forEach(({ id }, index) => places.has(id) || places.set(id, index > oldest ? held.length : -1))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}
