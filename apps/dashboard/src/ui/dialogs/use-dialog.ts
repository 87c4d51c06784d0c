import { useEffect, useState } from 'react'

const RESET_AFTER = 400

/** A dialog that fades away with what was typed into it, and only then forgets it. */
export function useDialog() {
  const [wanted, setWanted] = useState(false)
  const [mounted, setMounted] = useState(false)

  useEffect(() => {
    if (wanted) return setMounted(true)
    const timer = setTimeout(() => setMounted(false), RESET_AFTER)
    return () => clearTimeout(timer)
  }, [wanted])

  return {
    // Not before it is drawn: only a dialog that it sees open knows where the focus was, and gives it back.
    opened: wanted && mounted,
    /** Draw it only then. */
    mounted: wanted || mounted,
    open: () => setWanted(true),
    close: () => setWanted(false),
  }
}
