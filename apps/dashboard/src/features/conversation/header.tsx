import { Button, Select } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconInfoCircle,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ConversationRow } from '../../lib/conversations.js'
import { accountQuery, useColleagues } from '../../lib/me.js'
import { customerName, userName } from '../../lib/people.js'
import { isOnline, usePresence } from '../../lib/presence.js'
import { IconButton } from '../../ui/icon-button.js'
import styles from './conversation.module.css'
import { useUpdateConversation } from './use-update-conversation.js'

const UNASSIGNED = 'unassigned'

interface Props {
  conversation: ConversationRow
  /** Where the list is, for screens that show one pane at a time. */
  backTo: string
  detailsOpen: boolean
  onDetails: () => void
  onClose: () => void
  onReopen: () => void
}

export function Header({ conversation, backTo, detailsOpen, onDetails, onClose, onReopen }: Props) {
  const { customer, priority, status } = conversation
  const update = useUpdateConversation(conversation.id)
  const starred = priority === 'priority'
  const name = customerName(customer)

  return (
    <header className={styles.header}>
      <Link to={backTo} className={styles.back} aria-label="Back to the list">
        <IconArrowLeft size={20} aria-hidden="true" />
      </Link>
      <div className={styles.who}>
        <h2 dir="auto">{name}</h2>
        <Subtitle conversation={conversation} name={name} />
      </div>
      <div className={styles.actions}>
        <AssigneeSelect conversation={conversation} onChange={(assignee_id) => update.mutate({ assignee_id })} />
        <IconButton
          label={starred ? 'Remove priority' : 'Mark as priority'}
          onClick={() => update.mutate({ priority: starred ? 'not_priority' : 'priority' })}
        >
          {starred ? <IconStarFilled size={18} className={styles.starred} /> : <IconStar size={18} stroke={1.75} />}
        </IconButton>
        <IconButton label={detailsOpen ? 'Hide details' : 'Show details'} onClick={onDetails}>
          <IconInfoCircle size={18} stroke={1.75} />
        </IconButton>
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
    </header>
  )
}

function Subtitle({ conversation, name }: { conversation: ConversationRow; name: string }) {
  const online = isOnline(usePresence(), conversation.customer_id)
  const email = conversation.customer?.email
  return (
    <div className={styles.sub}>
      {online && <span className={styles.online}>Online</span>}
      {online && email && email !== name && ' · '}
      {email !== name && email}
    </div>
  )
}

function AssigneeSelect({
  conversation,
  onChange,
}: {
  conversation: ConversationRow
  onChange: (id: number | null) => void
}) {
  const colleagues = useColleagues()
  const { data: account } = useQuery(accountQuery)
  const current = account?.users.find((user) => user.id === conversation.assignee_id)
  // Somebody who has left is not offered, but what they still hold is shown.
  const offered = current && !colleagues.includes(current) ? [...colleagues, current] : colleagues

  return (
    <Select
      className={styles.assignee ?? ''}
      aria-label="Assignee"
      size="xs"
      allowDeselect={false}
      data={[
        { value: UNASSIGNED, label: 'No assignee' },
        ...offered.map((user) => ({ value: String(user.id), label: userName(user) })),
      ]}
      value={current ? String(current.id) : UNASSIGNED}
      onChange={(value) => onChange(value === UNASSIGNED ? null : Number(value))}
      comboboxProps={{ width: 260, position: 'bottom-end', withinPortal: false, floatingStrategy: 'fixed' }}
    />
  )
}
