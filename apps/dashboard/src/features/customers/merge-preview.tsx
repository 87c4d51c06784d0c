import type { Customer, MergePreview } from '@papercups/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { nameWithEmail } from '../../entities/customer/customers.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { describeMoves, mergedFields, type MergedField } from './merge-fields.js'
import styles from './merge.module.css'

interface Props {
  kept: Customer
  merged: Customer
  /** Undefined until the server has answered. */
  preview: MergePreview | undefined
  onSwap: () => void
  onBack: () => void
}

export function MergePreviewTable({ kept, merged, preview, onSwap, onBack }: Props) {
  return (
    <>
      <dl className={styles.pair}>
        <div>
          <dt>Kept customer</dt>
          <dd dir="auto">{nameWithEmail(kept)}</dd>
        </div>
        <div>
          <dt>Merged customer</dt>
          <dd dir="auto">{nameWithEmail(merged)}</dd>
        </div>
      </dl>
      <div className={styles.choices}>
        <Button
          size="compact-sm"
          variant="default"
          // The focus must not land on Merge: it appears where the button of the previous step was.
          autoFocus
          leftSection={<IconArrowsExchange size={16} stroke={1.75} />}
          onClick={onSwap}
        >
          Swap
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onBack}>
          Choose another customer
        </Button>
      </div>
      {preview ? <Outcome preview={preview} /> : <Skeleton height={200} radius="md" aria-busy="true" />}
      <p className={styles.quiet}>
        If the merged customer writes again, they continue as the kept customer. You can undo this for 30 days.
      </p>
    </>
  )
}

const COLUMNS: Array<Column<MergedField & { id: number }>> = [
  { title: 'Field', look: 'quiet', width: '34%', render: ({ term }) => <span dir="auto">{term}</span> },
  { title: 'After the merge', render: (field) => <Value field={field} /> },
]

function Outcome({ preview }: { preview: MergePreview }) {
  const fields = mergedFields(preview).map((field, id) => ({ ...field, id }))
  const moves = describeMoves(preview.moves)
  return (
    <>
      {fields.length > 0 && (
        // A region that scrolls must be reachable by keyboard.
        <div className={styles.scroller} tabIndex={0} role="region" aria-label="After the merge">
          <RowTable label="Fields after the merge" bare columns={COLUMNS} rows={fields} />
        </div>
      )}
      <p className={styles.moves}>{moves ? `Will move: ${moves}.` : 'Nothing else will move.'}</p>
    </>
  )
}

function Value({ field: { value, filled, lost } }: { field: MergedField }) {
  return (
    <>
      <span dir="auto">{value}</span>
      {filled && <span className={styles.origin}>from the other customer</span>}
      {lost && (
        <span className={styles.origin}>
          not kept: <bdi>{lost}</bdi>
        </span>
      )}
    </>
  )
}
