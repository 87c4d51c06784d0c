import { useEffect, useRef } from 'react'

/** Calls `onChange` when the value changes, but not for the first value. */
export function useChanges(value: string, onChange: () => void) {
  const previous = useRef(value)
  useEffect(() => {
    if (previous.current === value) return
    previous.current = value
    onChange()
  })
}
