import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { CardTable } from './card-table.js'
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
  columns: Array<Column<Row>>
  rows: Row[]
}

/** A table with one row for each record. */
export function RowTable<Row extends { id: string }>({ label, bare = false, columns, rows }: Props<Row>) {
  return (
    <CardTable label={label} bare={bare}>
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
    </CardTable>
  )
}
