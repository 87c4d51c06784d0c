import { useEffect, useState } from 'react'

const RESET_AFTER = 400

/** Keeps the input of a dialog until its closing animation has ended. */
export function useDialog() {
  const [wanted, setWanted] = useState(false)
  const [mounted, setMounted] = useState(false)

  useEffect(() => {
    if (wanted) return setMounted(true)
    const timer = setTimeout(() => setMounted(false), RESET_AFTER)
    return () => clearTimeout(timer)
  }, [wanted])

  return {
    // Opens only after mounting. Otherwise the dialog would not know which element had the focus, and could not return
    // it.
    opened: wanted && mounted,
    /** Render the dialog only while this is true. */
    mounted: wanted || mounted,
    open: () => setWanted(true),
    close: () => setWanted(false),
  }
}
