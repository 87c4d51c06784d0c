import { VisuallyHidden } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { memo, type ChangeEvent } from 'react'
import { Link } from 'react-router'
import type { ConversationRow } from '../../entities/conversation/conversations.js'
import { firstWords } from '../../entities/message/first-words.js'
import { formatAge, formatMoment } from '../../lib/format.js'
import { useMe } from '../../entities/user/me.js'
import { useNotSent } from '../../entities/message/outbox.js'
import { customerName } from '../../entities/person-name.js'
import { useNow } from '../../lib/use-now.js'
import styles from './inbox.module.css'
import { previewOf } from './preview-of.js'

interface Props {
  row: ConversationRow
  to: string
  open: boolean
  online: boolean
  chosen: boolean
  onChoose: (id: string, range: boolean) => void
  onApproach: (id: string) => void
}

export const ConversationItem = memo(function ConversationItem(props: Props) {
  const { row, to, open, online, chosen, onChoose, onApproach } = props
  const me = useMe()
  const name = customerName(row.customer)
  const unseen = isUnseen(row, me.id)
  const notSent = useNotSent(row.id, me.id)
  const classes = [styles.row, unseen && styles.unread, row.status === 'closed' && styles.closed]

  function choose({ nativeEvent }: ChangeEvent) {
    onChoose(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  }

  return (
    <li data-row={row.id} data-chosen={chosen || undefined}>
      <input
        className={styles.choose}
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={chosen}
        onChange={choose}
      />
      <Link
        className={classes.filter(Boolean).join(' ')}
        to={to}
        aria-current={open ? 'page' : undefined}
        onMouseEnter={() => onApproach(row.id)}
        onFocus={() => onApproach(row.id)}
      >
        {unseen && (
          <span className={styles.dot}>
            <VisuallyHidden>Unread. </VisuallyHidden>
          </span>
        )}
        <span className={styles.line}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {row.priority === 'priority' && (
            <span className={styles.star} title="Priority">
              <IconStarFilled size={13} aria-hidden="true" />
              <VisuallyHidden>Priority</VisuallyHidden>
            </span>
          )}
          {online && <span className={styles.online}>Online</span>}
          <Age moment={row.last_activity_at ?? row.created_at} />
        </span>
        <div className={styles.preview} dir="auto">
          {notSent ? (
            <>
              <span className={styles.notSent}>Not sent</span> {firstWords(notSent)}
            </>
          ) : row.match ? (
            <Match parts={row.match.parts} />
          ) : (
            previewOf(row, me.id)
          )}
        </div>
      </Link>
    </li>
  )
})

function Age({ moment }: { moment: string }) {
  return (
    <time className={styles.age} dateTime={moment} title={formatMoment(moment)}>
      {formatAge(moment, useNow())}
    </time>
  )
}

function Match({ parts }: { parts: NonNullable<ConversationRow['match']>['parts'] }) {
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))
}

const isUnseen = (row: ConversationRow, userId: number) =>
  !row.read || row.mentions.some((mention) => mention.user_id === userId && mention.seen_at === null)
