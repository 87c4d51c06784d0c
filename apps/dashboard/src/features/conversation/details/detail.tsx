import type { ReactNode } from 'react'

/** One line of a `dl`. What is not known is not listed. */
export function Detail({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}
