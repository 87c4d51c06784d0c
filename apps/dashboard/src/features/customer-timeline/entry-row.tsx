import type { CustomerProfile, TimelineEntry, TimelineKind } from '@papercups/contract'
import { Tooltip } from '@mantine/core'
import {
  IconBug,
  IconEye,
  IconMessage,
  IconMessages,
  IconNote,
  IconTag,
  IconUserEdit,
  type Icon,
} from '@tabler/icons-react'
import { formatAgo, formatDate, formatTime } from '../../lib/format.js'
import styles from './customer-timeline.module.css'
import { EntryText } from './entry-text.js'

const ICONS: Record<TimelineKind, Icon> = {
  visits: IconEye,
  conversations: IconMessage,
  messages: IconMessages,
  notes: IconNote,
  tags: IconTag,
  issues: IconBug,
  details: IconUserEdit,
}

interface Props {
  entry: TimelineEntry
  customer: CustomerProfile
  now: number
}

export function EntryRow({ entry, customer, now }: Props) {
  const KindIcon = ICONS[entry.kind]
  const { created_at } = entry
  return (
    <li className={styles.entry}>
      <span className={styles.icon} aria-hidden="true">
        <KindIcon size={16} stroke={1.75} />
      </span>
      <span className={styles.words}>
        <EntryText entry={entry} customer={customer} />
      </span>
      <Tooltip
        label={`${formatDate(created_at)}, ${formatTime(created_at)}`}
        events={{ hover: true, focus: true, touch: true }}
      >
        <time className={styles.time} dateTime={`${created_at}Z`} tabIndex={0}>
          {formatAgo(created_at, now)}
        </time>
      </Tooltip>
    </li>
  )
}
