import { Button, CloseButton, Menu } from '@mantine/core'
import {
  IconAlarmSnooze,
  IconArrowBackUp,
  IconCheck,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
  IconUserPlus,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useColleagues } from '../../entities/user/me.js'
import { userName } from '../../entities/person-name.js'
import { snoozeTimes } from '../../lib/later-times.js'
import { tagsQuery } from '../../entities/tag/tags.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { IconButton } from '../../ui/icon-button.js'
import type { BulkChange } from './bulk-changes.js'
import styles from './inbox.module.css'
import { useBulk } from './use-bulk.js'
import type { Selection } from './use-selection.js'

interface Props {
  selection: Selection
  /** The number of rows in the list. */
  total: number
  /** Whether the list shows deleted conversations. */
  deleted: boolean
  onDeleted: (ids: readonly string[]) => void
}

/** The actions on the selected conversations. */
export function BulkBar({ selection, total, deleted, onDeleted }: Props) {
  const { chosen, toggleAll, clear } = selection
  const [deleting, setDeleting] = useState(false)
  const bulk = useBulk()
  const ids = chosen.map((row) => row.id)
  const count = ids.length

  function change(wanted: BulkChange) {
    clear()
    bulk.mutate({ ids, change: wanted })
  }
  function remove() {
    setDeleting(false)
    change({ archived: true })
    onDeleted(ids)
  }

  return (
    <div className={styles.bulk} role="toolbar" aria-label="Selected conversations">
      <div className={styles.chosen}>
        <label>
          <input
            className={styles.chooseAll}
            type="checkbox"
            checked={count === total}
            ref={(box) => void (box && (box.indeterminate = count < total))}
            onChange={toggleAll}
          />
          <span>{count} selected</span>
        </label>
        <CloseButton size="sm" aria-label="Select none" onClick={clear} />
      </div>
      <div className={styles.acts}>
        {deleted ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => change({ archived: false })}
          >
            Restore
          </Button>
        ) : (
          <>
            <Act label="Close" Icon={IconCheck} onClick={() => change({ status: 'closed' })} />
            <Act label="Reopen" Icon={IconArrowBackUp} onClick={() => change({ status: 'open' })} />
            <Assign onAssign={(assignee_id) => change({ assignee_id })} />
            <AddTag onTag={(id) => change({ add_tag_ids: [id] })} />
            <Act label="Mark as priority" Icon={IconStar} onClick={() => change({ priority: 'priority' })} />
            <Act label="Remove priority" Icon={IconStarOff} onClick={() => change({ priority: 'not_priority' })} />
            <Snooze onSnooze={(until) => change({ snooze: { until: until?.toISOString() ?? null } })} />
            <Act label="Delete" Icon={IconTrash} onClick={() => setDeleting(true)} />
          </>
        )}
      </div>
      <Confirm
        opened={deleting}
        title={`Are you sure you want to delete ${count === 1 ? 'this conversation' : `these ${count} conversations`}?`}
        confirm="Yes"
        cancel="No"
        danger
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        {count === 1 ? 'It moves to Deleted. You can restore it' : 'They move to Deleted. You can restore them'} from
        there for 30 days.
      </Confirm>
    </div>
  )
}

function Act({ label, Icon, onClick }: { label: string; Icon: TablerIcon; onClick: () => void }) {
  return (
    <IconButton label={label} size="md" onClick={onClick}>
      <Icon size={16} stroke={1.75} />
    </IconButton>
  )
}

function Assign({ onAssign }: { onAssign: (id: number | null) => void }) {
  const colleagues = useColleagues()
  return (
    <Choice label="Assign" Icon={IconUserPlus}>
      <Menu.Item onClick={() => onAssign(null)}>No assignee</Menu.Item>
      {colleagues.map((user) => (
        <Menu.Item key={user.id} onClick={() => onAssign(user.id)}>
          {userName(user)}
        </Menu.Item>
      ))}
    </Choice>
  )
}

function AddTag({ onTag }: { onTag: (id: string) => void }) {
  const { data: tags = [] } = useQuery(tagsQuery)
  return (
    <Choice label="Add a tag" Icon={IconTag}>
      {tags.length === 0 && <Menu.Label>No tags yet</Menu.Label>}
      {tags.map((tag) => (
        <Menu.Item key={tag.id} onClick={() => onTag(tag.id)}>
          {tag.name}
        </Menu.Item>
      ))}
    </Choice>
  )
}

function Snooze({ onSnooze }: { onSnooze: (until: Date | null) => void }) {
  return (
    <Choice label="Snooze" Icon={IconAlarmSnooze}>
      {snoozeTimes().map(({ label, until }) => (
        <Menu.Item key={label} onClick={() => onSnooze(until)}>
          {label}
        </Menu.Item>
      ))}
    </Choice>
  )
}

function Choice({ label, Icon, children }: { label: string; Icon: TablerIcon; children: ReactNode }) {
  return (
    <Menu withinPortal={false} floatingStrategy="fixed" position="bottom-start" width={220}>
      <Menu.Target>
        <IconButton label={label} size="md">
          <Icon size={16} stroke={1.75} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.choices ?? ''} aria-label={label}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
