import { useEffect, useRef } from 'react'

/** Not for the first value: that one went along at the start. */
export function useChanges(value: string, tell: () => void) {
  const told = useRef(value)
  useEffect(() => {
    if (told.current === value) return
    told.current = value
    tell()
  })
}
