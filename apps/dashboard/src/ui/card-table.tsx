import type { ReactNode } from 'react'
import styles from './card-table.module.css'

/** A table that stands by itself on a page. Its columns say their own widths. */
export function CardTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table className={styles.table} aria-label={label}>
      {children}
    </table>
  )
}

/** The first lines of a text of any length; the whole of it on hover. */
export function Excerpt({ text }: { text: string }) {
  return (
    <div className={styles.excerpt} dir="auto" title={text}>
      {text}
    </div>
  )
}
