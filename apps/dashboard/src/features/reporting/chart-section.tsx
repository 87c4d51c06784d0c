import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toCsv } from '../../lib/csv.js'
import { describeError } from '../../lib/api-error.js'
import { saveFile } from '../../lib/save-file.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Section } from '../../ui/section.js'
import styles from './reporting.module.css'

/** A column of the table and of its CSV file. Times are in seconds there. */
export interface TableColumn<Row> extends Column<Row> {
  text: (row: Row) => string | number
}

interface Props<Row> {
  title: string
  lead?: ReactNode
  /** Drawn only if there are rows. Screen readers get the table instead. */
  chart: ReactNode
  columns: Array<TableColumn<Row>>
  rows: Row[]
  isEmpty: boolean
}

/** A chart, and the same numbers as a table. */
export function ChartSection<Row extends { id: string | number }>(props: Props<Row>) {
  const { title, lead, chart, columns, rows, isEmpty } = props
  return (
    <Section title={title} lead={lead} actions={!isEmpty && <CsvButton {...{ title, columns, rows }} />}>
      {isEmpty ? (
        <p className={styles.empty}>No data in this range</p>
      ) : (
        <>
          <div className={styles.chart} aria-hidden="true">
            {chart}
          </div>
          <details className={styles.table}>
            <summary>Show as table</summary>
            <RowTable bare label={title} columns={columns} rows={rows} />
          </details>
        </>
      )}
    </Section>
  )
}

type CsvColumn<Row> = Pick<TableColumn<Row>, 'title' | 'text'>

interface CsvProps<Row> {
  title: string
  columns: Array<CsvColumn<Row>>
  /** A function reads rows that the page has not loaded. */
  rows: Row[] | (() => Promise<Row[]>)
}

export function CsvButton<Row>({ title, columns, rows }: CsvProps<Row>) {
  const save = useMutation({
    mutationFn: async () => {
      const all = typeof rows === 'function' ? await rows() : rows
      saveFile(`${toFileName(title)}.csv`, csvOf(columns, all), 'text/csv;charset=utf-8')
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The file was not saved', message: describeError(error) }),
  })
  return (
    <Button
      {...{ size: 'compact-xs', variant: 'subtle', leftSection: <IconFileDownload size={14} /> }}
      aria-label={`Save ${title} as CSV`}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      CSV
    </Button>
  )
}

/** The mark tells spreadsheets that the text is UTF-8. */
const csvOf = <Row,>(columns: Array<CsvColumn<Row>>, rows: Row[]) =>
  `\uFEFF${toCsv([columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ text }) => String(text(row))))])}`

const toFileName = (title: string) => title.toLowerCase().replaceAll(' ', '-')
