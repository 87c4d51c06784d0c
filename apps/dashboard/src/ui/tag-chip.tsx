import type { CSSProperties, ReactNode } from 'react'
import styles from './tag-chip.module.css'

const PALETTE: Record<string, string> = {
  magenta: '#eb2f96',
  red: '#f5222d',
  volcano: '#fa541c',
  purple: '#722ed1',
  blue: '#1890ff',
}

interface Props {
  name: string
  /** A name of the palette or a hex value. */
  color: string | null
  /** Beside the name, such as a button that takes it away. */
  children?: ReactNode
}

export function TagChip({ name, color, children }: Props) {
  const hue = PALETTE[color ?? ''] ?? (/^#[0-9a-f]{3,8}$/i.test(color ?? '') ? color : null)
  return (
    <span className={styles.chip} style={{ '--hue': hue ?? 'var(--text-quiet)' } as CSSProperties}>
      <span className={styles.name} dir="auto" title={name}>
        {name}
      </span>
      {children}
    </span>
  )
}
