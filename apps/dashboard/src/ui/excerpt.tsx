import type { ReactNode } from 'react'
import styles from './excerpt.module.css'

/** The first lines of a text, with the whole text on hover. */
export function Excerpt({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.excerpt} dir="auto" title={text}>
      {children}
    </div>
  )
}
