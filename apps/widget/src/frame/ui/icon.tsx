/** Drawn with lines, on a field of 24 by 24. */
export const Icon = ({ d, turns }: { d: string; turns?: boolean }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" class={turns ? 'turns' : ''}>
    <path d={d} />
  </svg>
)

export const CROSS = 'M6 6l12 12M18 6L6 18'
