import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './row-table.module.css'

export interface Column<Row> {
  title: string
  width?: string
  /** Actions are at the end, and their title is for screen readers only. */
  look?: 'name' | 'quiet' | 'actions'
  /** Hidden on a phone. */
  roomy?: boolean
  render: (row: Row) => ReactNode
}

interface Props<Row> {
  label: string
  /** Without a border, inside a card. */
  bare?: boolean
  /** Aligns cells in the middle, for rows with a picture. */
  middle?: boolean
  columns: Array<Column<Row>>
  rows: Row[]
}

/** The one way to draw a table: a card with a row for each record. Columns without a width share the rest. */
export function RowTable<Row extends { id: string | number }>({
  label,
  bare = false,
  middle = false,
  columns,
  rows,
}: Props<Row>) {
  return (
    <table className={styles.table} aria-label={label} data-bare={bare || undefined} data-middle={middle || undefined}>
      <thead>
        <tr>
          {columns.map(({ title, width, look, roomy }) => (
            <th key={title} scope="col" className={look && styles[look]} data-roomy={roomy} style={{ width }}>
              {look === 'actions' ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ title, look, roomy, render }) => (
              <td key={title} className={look && styles[look]} data-roomy={roomy}>
                {render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
