import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { accountQuery, useColleagues } from '../../../entities/user/me.js'
import { userName } from '../../../entities/person-name.js'
import styles from '../conversation.module.css'

const UNASSIGNED = 'unassigned'

interface Props {
  conversation: ConversationRow
  onChange: (id: number | null) => void
}

export function AssigneeSelect({ conversation, onChange }: Props) {
  const colleagues = useColleagues()
  const { data: account } = useQuery(accountQuery)
  const current = account?.users.find((user) => user.id === conversation.assignee_id)
  // A user who has left is not offered, but is shown if still assigned.
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
