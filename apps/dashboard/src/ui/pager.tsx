import { Button } from '@mantine/core'
import styles from './pager.module.css'

interface Props {
  /** From 1. */
  page: number
  pages: number
  /** The total of all pages as text. */
  total: string
  onChange: (page: number) => void
}

/** Buttons for the pages of a list. */
export function Pager({ page, pages, total, onChange }: Props) {
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.total}>{total}</span>
      <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span aria-current="page">
        Page {page} of {pages}
      </span>
      <Button variant="default" size="xs" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
