import type { ReactNode } from 'react'
import styles from './card-table.module.css'

interface Props {
  label: string
  /** Without a border, inside a card. */
  bare?: boolean
  children: ReactNode
}

/** A table in a card. The columns set their own widths. */
export function CardTable({ label, bare = false, children }: Props) {
  return (
    <table className={styles.table} aria-label={label} data-bare={bare || undefined}>
      {children}
    </table>
  )
}

/** The first lines of a text, with the whole text on hover. */
export function Excerpt({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.excerpt} dir="auto" title={text}>
      {children}
    </div>
  )
}
