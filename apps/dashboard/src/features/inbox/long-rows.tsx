import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { Rows, type RowsProps } from './rows.js'

const GUESS = 60

interface Props extends RowsProps {
  scroller: RefObject<HTMLDivElement | null>
}

/** Draws only the rows in view. */
export function LongRows({ scroller, rows, ...props }: Props) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => scroller.current?.querySelector<HTMLElement>('[data-row]')?.offsetHeight || GUESS,
    overscan: 10,
  })
  const drawn = virtual.getVirtualItems()
  const [first, last] = [drawn[0], drawn.at(-1)]
  if (!first || !last) return null
  return (
    <Rows
      {...props}
      rows={rows.slice(first.index, last.index + 1)}
      above={first.start}
      below={virtual.getTotalSize() - last.end}
    />
  )
}
