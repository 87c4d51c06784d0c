import type { ReactNode } from 'react'

/** One entry of a `dl`. Renders nothing if empty. */
export function Detail({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}
