import type { ReactNode } from 'react'
import styles from './card-table.module.css'

interface Props {
  label: string
  /** In a section that is a card already. */
  bare?: boolean
  children: ReactNode
}

/** A table that stands by itself on a page. Its columns say their own widths. */
export function CardTable({ label, bare = false, children }: Props) {
  return (
    <table className={styles.table} aria-label={label} data-bare={bare || undefined}>
      {children}
    </table>
  )
}

/** The first lines of a text of any length; the whole of it on hover. */
export function Excerpt({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.excerpt} dir="auto" title={text}>
      {children}
    </div>
  )
}
