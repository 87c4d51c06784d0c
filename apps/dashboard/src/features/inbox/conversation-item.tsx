import { VisuallyHidden } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { ConversationRow } from '../../lib/conversations.js'
import { formatAge, formatMoment } from '../../lib/format.js'
import { useMe } from '../../lib/me.js'
import { customerName, userName } from '../../lib/people.js'
import { useNow } from '../../lib/use-now.js'
import styles from './inbox.module.css'

interface Props {
  row: ConversationRow
  to: string
  open: boolean
  online: boolean
  onApproach: (id: string) => void
}

export const ConversationItem = memo(function ConversationItem({ row, to, open, online, onApproach }: Props) {
  const me = useMe()
  const moment = row.last_activity_at ?? row.created_at
  const classes = [styles.row, !row.read && styles.unread, row.status === 'closed' && styles.closed]

  return (
    <Link
      className={classes.filter(Boolean).join(' ')}
      to={to}
      aria-current={open ? 'page' : undefined}
      onMouseEnter={() => onApproach(row.id)}
      onFocus={() => onApproach(row.id)}
    >
      {!row.read && (
        <span className={styles.dot}>
          <VisuallyHidden>Unread. </VisuallyHidden>
        </span>
      )}
      <span className={styles.line}>
        <span className={styles.name} dir="auto">
          {customerName(row.customer)}
        </span>
        {row.priority === 'priority' && (
          <span className={styles.star} title="Priority">
            <IconStarFilled size={13} aria-hidden="true" />
            <VisuallyHidden>Priority</VisuallyHidden>
          </span>
        )}
        {online && <span className={styles.online}>Online</span>}
        <Age moment={moment} />
      </span>
      <div className={styles.preview} dir="auto">
        {preview(row, me.id)}
      </div>
    </Link>
  )
})

function Age({ moment }: { moment: string }) {
  return (
    <time className={styles.age} dateTime={moment} title={formatMoment(moment)}>
      {formatAge(moment, useNow())}
    </time>
  )
}

/** Long bodies are cut before they reach the page: one line of them is seen. */
function preview({ last_message: message }: ConversationRow, userId: number) {
  if (!message) return 'No messages yet'
  const body = message.body?.slice(0, 200).replace(/\s+/g, ' ').trim()
  const text = body || (message.attachments.length > 0 ? 'Sent an attachment' : '')
  if (!message.user_id) return text
  return `${message.user_id === userId ? 'You' : userName(message.user)}: ${text}`
}
