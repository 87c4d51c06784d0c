import { Button } from '@mantine/core'
import { formatMoment } from '../lib/format.js'
import type { Column } from './row-table.js'

/** When the row was created. */
export const timeColumn = <Row extends { created_at: string }>(): Column<Row> => ({
  title: 'Time',
  width: '170px',
  look: 'quiet',
  roomy: true,
  render: ({ created_at }) => formatMoment(created_at),
})

/** Opens the details of an event. */
export const showColumn = <Row extends { id: string; event: string }>(onShow: (id: string) => void): Column<Row> => ({
  title: 'Actions',
  look: 'actions',
  render: ({ id, event }) => (
    <Button variant="default" size="xs" aria-label={`Show ${event}`} onClick={() => onShow(id)}>
      Show
    </Button>
  ),
})
