import type { BillingInvoice } from '@papercups/contract'
import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/format.js'
import { LoadFailure } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Section } from '../../ui/section.js'
import { invoicesQuery } from './billing-queries.js'
import { formatMoney, fromUnix } from './money.js'

const STATES: Record<string, string> = { paid: 'Paid', open: 'Unpaid', uncollectible: 'Unpaid', void: 'Canceled' }

const columns: Array<Column<BillingInvoice>> = [
  { title: 'Date', look: 'name', render: ({ created }) => formatDate(fromUnix(created)) },
  { title: 'Number', look: 'quiet', roomy: true, render: ({ number }) => number ?? '--' },
  { title: 'Amount', width: '85px', render: ({ total, currency }) => formatMoney(total, currency) },
  { title: 'Status', width: '75px', render: ({ status }) => STATES[status ?? ''] ?? status ?? '--' },
  {
    title: 'PDF',
    width: '45px',
    render: ({ invoice_pdf, number }) =>
      invoice_pdf && (
        <Anchor
          href={invoice_pdf}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`PDF of ${number ?? 'invoice'}`}
        >
          PDF
        </Anchor>
      ),
  },
]

export function InvoicesSection() {
  const { data, error, refetch } = useQuery(invoicesQuery)
  if (error) return <LoadFailure title="Error retrieving invoices" error={error} retry={refetch} />
  return (
    <Section title="Invoices">
      {!data ? (
        <Skeleton height={36} />
      ) : data.length === 0 ? (
        <p>No invoices yet.</p>
      ) : (
        <RowTable bare label="Invoices" columns={columns} rows={data} />
      )}
    </Section>
  )
}
