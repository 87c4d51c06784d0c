import { useEffect, useState } from 'react'

const RESET_AFTER = 400

/** A dialog that fades away with what was typed into it, and only then forgets it. */
export function useDialog() {
  const [opened, setOpened] = useState(false)
  const [mounted, setMounted] = useState(false)

  useEffect(() => {
    if (opened) return
    const timer = setTimeout(() => setMounted(false), RESET_AFTER)
    return () => clearTimeout(timer)
  }, [opened])

  return {
    opened,
    /** Draw it only then. */
    mounted,
    open() {
      setMounted(true)
      setOpened(true)
    },
    close: () => setOpened(false),
  }
}
