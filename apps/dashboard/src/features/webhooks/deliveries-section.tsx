import type { WebhookDelivery } from '@papercups/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { showColumn, timeColumn } from '../../ui/row-columns.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Section } from '../../ui/section.js'
import { Tag } from '../../ui/tag.js'
import { DeliveryDialog } from './delivery-dialog.js'
import { ALL_EVENTS } from '../../entities/webhook-event/events.js'
import { SendSinceDialog } from './send-since-dialog.js'
import { deliveriesQuery, type DeliveryFilters } from './webhook-queries.js'
import styles from './webhooks.module.css'

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
]
const EVENTS = [{ value: '', label: 'All' }, ...ALL_EVENTS.map((event) => ({ value: event, label: event }))]

export function DeliveriesSection({ id }: { id: string }) {
  const [filters, setFilters] = useState<DeliveryFilters>({ status: '', event: '' })
  const [shown, setShown] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const deliveries = useInfiniteQuery(deliveriesQuery(id, filters))
  const rows = deliveries.data?.pages.flatMap(({ data }) => data)
  return (
    <Section
      title="Deliveries"
      lead="The events of the last 30 days, newest first."
      actions={
        <Button variant="default" size="xs" onClick={() => setSending(true)}>
          Send everything since...
        </Button>
      }
    >
      <div className={styles.filters}>
        <NativeSelect
          label="Status"
          data={STATUSES}
          value={filters.status}
          onChange={({ currentTarget }) =>
            setFilters({ ...filters, status: currentTarget.value as DeliveryFilters['status'] })
          }
        />
        <NativeSelect
          label="Event"
          data={EVENTS}
          value={filters.event}
          onChange={({ currentTarget }) =>
            setFilters({ ...filters, event: currentTarget.value as DeliveryFilters['event'] })
          }
        />
      </div>
      {rows ? (
        <Rows rows={rows} onShow={setShown} />
      ) : deliveries.error ? (
        <LoadFailure title="Error retrieving deliveries" error={deliveries.error} retry={deliveries.refetch} />
      ) : (
        <SectionSkeletons heights={[160]} />
      )}
      {deliveries.hasNextPage && (
        <Button
          variant="default"
          loading={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          Load more...
        </Button>
      )}
      {shown && <DeliveryDialog id={id} delivery_id={shown} onClose={() => setShown(null)} />}
      {sending && <SendSinceDialog id={id} onClose={() => setSending(false)} />}
    </Section>
  )
}

function Rows({ rows, onShow }: { rows: WebhookDelivery[]; onShow: (id: string) => void }) {
  if (rows.length === 0) return <p className={styles.hint}>No deliveries.</p>
  const columns: Array<Column<WebhookDelivery>> = [
    {
      title: 'Event',
      look: 'name',
      render: ({ event, is_test }) => (
        <span className={styles.tags}>
          {event}
          {is_test && <Tag look="plain">Test</Tag>}
        </span>
      ),
    },
    { title: 'Status', width: '110px', render: ({ status }) => <DeliveryTag status={status} /> },
    { title: 'Attempts', width: '90px', look: 'quiet', roomy: true, render: ({ attempts }) => attempts },
    timeColumn(),
    showColumn(onShow),
  ]
  return <RowTable bare label="Deliveries" columns={columns} rows={rows} />
}

function DeliveryTag({ status }: { status: WebhookDelivery['status'] }) {
  if (status === 'delivered') return <Tag look="good">Delivered</Tag>
  return status === 'failed' ? <Tag look="bad">Failed</Tag> : <Tag look="plain">Waiting</Tag>
}
