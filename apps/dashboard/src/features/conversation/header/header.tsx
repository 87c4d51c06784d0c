import type { User } from '@papercups/contract'
import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconInfoCircle,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { formatMoment } from '../../../lib/format.js'
import { customerName } from '../../../entities/person-name.js'
import { isOnline, usePresence } from '../../../entities/customer/presence.js'
import { IconButton } from '../../../ui/icon-button.js'
import { TagChip } from '../../../entities/tag/tag-chip.js'
import { AssigneeSelect } from './assignee-select.js'
import styles from '../conversation.module.css'
import { DeleteButton } from './delete-button.js'
import { ShareButton } from './share-button.js'
import { SnoozeMenu } from './snooze-menu.js'
import { useUpdateConversation } from '../use-update-conversation.js'
import { Viewers } from './viewers.js'

interface Props {
  conversation: ConversationRow
  viewers: readonly User[]
  /** The path of the list, for screens that show one pane at a time. */
  backTo: string
  detailsOpen: boolean
  onDetails: () => void
  onClose: () => void
  onReopen: () => void
  /** Called when the conversation was deleted or snoozed. */
  onGone: () => void
}

export function Header({ conversation, viewers, backTo, detailsOpen, onDetails, onClose, onReopen, onGone }: Props) {
  const { id, customer, priority, status } = conversation
  const update = useUpdateConversation(id)
  const starred = priority === 'priority'

  return (
    <header className={styles.header}>
      <Link to={backTo} className={styles.back} aria-label="Back to the list">
        <IconArrowLeft size={20} aria-hidden="true" />
      </Link>
      <div className={styles.who}>
        <div className={styles.title}>
          <h2 dir="auto">{customerName(customer)}</h2>
          {conversation.tags.slice(0, 3).map((tag) => (
            <TagChip key={tag.id} name={tag.name} color={tag.color} />
          ))}
        </div>
        <Subtitle conversation={conversation} />
      </div>
      <Viewers users={viewers} />
      {!conversation.archived_at && (
        <div className={styles.actions}>
          <AssigneeSelect conversation={conversation} onChange={(assignee_id) => update.mutate({ assignee_id })} />
          <IconButton
            label={starred ? 'Remove priority' : 'Mark as priority'}
            onClick={() => update.mutate({ priority: starred ? 'not_priority' : 'priority' })}
          >
            {starred ? <IconStarFilled size={18} className={styles.starred} /> : <IconStar size={18} stroke={1.75} />}
          </IconButton>
          {status === 'open' && <SnoozeMenu conversation={conversation} onGone={onGone} />}
          <ShareButton conversation={conversation} />
          <DeleteButton conversationId={id} onGone={onGone} />
          {status === 'open' ? (
            <Button size="xs" variant="default" leftSection={<IconCheck size={16} />} onClick={onClose}>
              Close
            </Button>
          ) : (
            <Button size="xs" variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={onReopen}>
              Reopen
            </Button>
          )}
        </div>
      )}
      <div className={styles.toggle}>
        <IconButton label={detailsOpen ? 'Hide details' : 'Show details'} onClick={onDetails}>
          <IconInfoCircle size={18} stroke={1.75} />
        </IconButton>
      </div>
    </header>
  )
}

function Subtitle({ conversation }: { conversation: ConversationRow }) {
  const { customer, customer_id, snoozed_at, snoozed_until } = conversation
  const online = isOnline(usePresence(), customer_id)
  const email = customer?.email !== customerName(customer) && customer?.email
  const snoozed = snoozed_at && (snoozed_until ? `Snoozed until ${formatMoment(snoozed_until)}` : 'Snoozed')
  const parts = [
    online && (
      <span key="online" className={styles.online}>
        Online
      </span>
    ),
    snoozed && <span key="snoozed">{snoozed}</span>,
    email && <span key="email">{email}</span>,
  ]
  return <div className={styles.sub}>{parts.filter(Boolean)}</div>
}
