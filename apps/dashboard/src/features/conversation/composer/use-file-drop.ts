import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Accepts files dropped on the pane around an element. Returns whether files are being dragged over it. */
export function useFileDrop(inside: RefObject<HTMLElement | null>, take: ((files: File[]) => void) | null): boolean {
  const [above, setAbove] = useState(false)
  const latest = useRef(take)
  useLayoutEffect(() => void (latest.current = take))

  useEffect(() => {
    const pane = inside.current?.closest('section')
    if (!pane) return
    // The dragenter of the next element comes before the dragleave of the last one.
    let depth = 0
    const listen = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) => {
      const guarded = (event: DragEvent) => {
        if (!latest.current || !event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        handle(event)
      }
      pane.addEventListener(name, guarded)
      return () => pane.removeEventListener(name, guarded)
    }
    const settle = (next: number) => {
      depth = next
      setAbove(depth > 0)
    }
    const stops = [
      listen('dragenter', () => settle(depth + 1)),
      listen('dragleave', () => settle(depth - 1)),
      listen('dragover', () => undefined),
      listen('drop', ({ dataTransfer }) => {
        settle(0)
        latest.current?.([...(dataTransfer?.files ?? [])])
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [inside])

  return above
}
