import { useEffect, useState } from 'preact/hooks'

/** True once the condition has held for a while, so that a hiccup goes by unseen. */
export function useDelayed(condition: boolean, ms: number) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!condition) return setHeld(false)
    const timer = setTimeout(() => setHeld(true), ms)
    return () => clearTimeout(timer)
  }, [condition, ms])
  return held
}
