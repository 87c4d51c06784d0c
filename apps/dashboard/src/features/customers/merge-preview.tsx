import type { Customer, MergePreview } from '@papercups/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { nameWithAddress } from '../../entities/customer/customers.js'
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
          <dt>Stays</dt>
          <dd dir="auto">{nameWithAddress(kept)}</dd>
        </div>
        <div>
          <dt>Is merged into them</dt>
          <dd dir="auto">{nameWithAddress(merged)}</dd>
        </div>
      </dl>
      <div className={styles.choices}>
        <Button
          size="compact-sm"
          variant="default"
          // Not on the button that merges: the one that led here stood in its place.
          autoFocus
          leftSection={<IconArrowsExchange size={16} stroke={1.75} />}
          onClick={onSwap}
        >
          Swap
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onBack}>
          Choose somebody else
        </Button>
      </div>
      {preview ? <Outcome preview={preview} /> : <Skeleton height={200} radius="md" aria-busy="true" />}
      <p className={styles.quiet}>
        Whoever still chats as the one who goes carries on as the one who stays. You can undo this for 30 days.
      </p>
    </>
  )
}

function Outcome({ preview }: { preview: MergePreview }) {
  const fields = mergedFields(preview)
  const moves = describeMoves(preview.moves)
  return (
    <>
      {fields.length > 0 && (
        // It scrolls by itself, so the keyboard has to reach it.
        <div className={styles.scroller} tabIndex={0} role="region" aria-label="After the merge">
          <table className={styles.fields}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">After the merge</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.term}>
                  <th scope="row" dir="auto">
                    {field.term}
                  </th>
                  <td>
                    <Value field={field} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.moves}>{moves ? `Moves over: ${moves}.` : 'There is nothing else to move over.'}</p>
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
          not taken over: <bdi>{lost}</bdi>
        </span>
      )}
    </>
  )
}
