import type { Conversation } from '@papercups/contract'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/format.js'
import type { Row } from './thread.js'
import styles from './thread.module.css'

/** Separates the conversations of one customer. */
export function PreviousHeading({ row, conversations }: { row: Row; conversations: readonly Conversation[] }) {
  const { conversation_id } = row.item.message ?? row.item.outgoing
  const previous = conversations.find((each) => each.id === conversation_id)
  if (!previous) return <div className={styles.heading}>This conversation</div>
  const bucket = previous.status === 'closed' ? 'closed' : 'all'
  return (
    <div className={styles.heading}>
      Conversation from {formatDate(previous.created_at)}
      <Link to={`/conversations/${bucket}/${previous.id}`}>Open it</Link>
    </div>
  )
}
