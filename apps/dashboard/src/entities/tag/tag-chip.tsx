import type { CSSProperties, ReactNode } from 'react'
import styles from './tag-chip.module.css'
import { hueOf } from './tag-colors.js'

interface Props {
  name: string
  /** A palette name or a hex value. */
  color: string | null
  /** Shown after the name, such as a remove button. */
  children?: ReactNode
}

export function TagChip({ name, color, children }: Props) {
  return (
    <span className={styles.chip} style={{ '--hue': hueOf(color) ?? 'var(--text-quiet)' } as CSSProperties}>
      <span className={styles.name} dir="auto" title={name}>
        {name}
      </span>
      {children}
    </span>
  )
}
