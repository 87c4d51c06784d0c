import { useCallback, useEffect, useState } from 'react'

/** A page that takes longer to record is shown as it comes. */
const LONGEST_MS = 60_000

/** Whether the longest wait for a snapshot is over. It starts when the topic is joined. */
export function useWaited() {
  const [isRunning, setRunning] = useState(false)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setOver(true), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [isRunning])
  return { isOver, start: useCallback(() => setRunning(true), []) }
}
