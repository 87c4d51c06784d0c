import type { Customer } from '@papercups/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConversationRow } from '../../entities/conversation/conversations.js'
import { customerConversationsQuery } from '../../entities/customer/customers.js'
import { firstWords } from '../../entities/message/first-words.js'
import { formatAgo } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import styles from './customers.module.css'
import { PreviewDialog } from './preview-dialog.js'

export function ConversationsTab({ customer }: { customer: Customer }) {
  const { data, error, refetch } = useQuery(customerConversationsQuery(customer.id))
  const [chosen, setChosen] = useState<ConversationRow | null>(null)
  const preview = useDialog()
  const now = useNow()

  if (!data && error) return <LoadFailure title="Error retrieving conversations" error={error} retry={refetch} />
  if (!data) return <SectionSkeletons heights={[160]} />
  const { rows, total } = data
  if (rows.length === 0)
    return <Notice title="No conversations">You and this customer have not written to each other yet.</Notice>
  return (
    <>
      <ul className={styles.conversations} aria-label="Conversations">
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={styles.conversation}
              onClick={() => {
                setChosen(row)
                preview.open()
              }}
            >
              <span className={styles.words} dir="auto">
                {(row.last_message && firstWords(row.last_message)) || row.subject || 'No messages'}
              </span>
              <span className={styles.quiet}>
                {stateOf(row)} · {formatAgo(row.last_activity_at ?? row.created_at, now)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className={styles.quiet}>
          Showing the newest {rows.length} of {total}.
        </p>
      )}
      {preview.mounted && chosen && (
        <PreviewDialog key={chosen.id} conversation={chosen} opened={preview.opened} onClose={preview.close} />
      )}
    </>
  )
}

function stateOf({ status, snoozed_at }: ConversationRow) {
  if (status === 'closed') return 'Closed'
  return snoozed_at ? 'Snoozed' : 'Open'
}
