import { VisuallyHidden } from '@mantine/core'
import {
  IconAlarmSnooze,
  IconAt,
  IconCircleCheck,
  IconInbox,
  IconKeyboard,
  IconMailOpened,
  IconPlus,
  IconSettings,
  IconStack2,
  IconStar,
  IconTrash,
  IconUser,
  IconUserQuestion,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { useMe } from '../../entities/user/me.js'
import { bucketCounters, BUCKETS, type Bucket } from './buckets.js'
import { useConversationCounts } from './conversation-counts.js'
import { listQuery } from './conversation-rows.js'
import styles from './inbox.module.css'
import { bucketView, inboxView, type View } from './views.js'

const icons: Record<Bucket, TablerIcon> = {
  all: IconInbox,
  me: IconUser,
  mentions: IconAt,
  unread: IconMailOpened,
  unassigned: IconUserQuestion,
  priority: IconStar,
  snoozed: IconAlarmSnooze,
  closed: IconCircleCheck,
  deleted: IconTrash,
}

interface Props {
  onAddInbox: () => void
  onShortcuts: () => void
}

export function BucketNav({ onAddInbox, onShortcuts }: Props) {
  const admin = useMe().role === 'admin'
  const counts = useConversationCounts()
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On narrow screens the list is a scrolling row.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  return (
    <nav className={styles.buckets} aria-label="Conversations" ref={nav}>
      <h2>Conversations</h2>
      {BUCKETS.map((bucket) => (
        <ViewLink
          key={bucket}
          view={bucketView(bucket)}
          Icon={icons[bucket]}
          count={bucket === 'deleted' ? 0 : counts.buckets[bucketCounters[bucket]]}
        />
      ))}
      <h2>Inboxes</h2>
      {inboxes.map((inbox) => (
        <ViewLink key={inbox.id} view={inboxView(inbox)} Icon={IconStack2} count={counts.inboxes[inbox.id] ?? 0} />
      ))}
      {admin && (
        <>
          <button type="button" className={styles.bucket} onClick={onAddInbox}>
            <IconPlus size={16} stroke={1.75} aria-hidden="true" />
            Add inbox
          </button>
          <NavLink className={styles.bucket ?? ''} to="/inboxes" end>
            <IconSettings size={16} stroke={1.75} aria-hidden="true" />
            Configure inboxes
          </NavLink>
        </>
      )}
      <button type="button" className={styles.help} onClick={onShortcuts}>
        <IconKeyboard size={16} stroke={1.75} aria-hidden="true" />
        Keyboard shortcuts
        <kbd aria-hidden="true">?</kbd>
      </button>
    </nav>
  )
}

function ViewLink({ view, Icon, count }: { view: View; Icon: TablerIcon; count: number }) {
  const cache = useQueryClient()
  const prefetch = () => void cache.prefetchInfiniteQuery(listQuery(view))
  return (
    <NavLink className={styles.bucket ?? ''} to={view.path} onMouseEnter={prefetch} onFocus={prefetch}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span className={styles.label}>{view.title}</span>
      {count > 0 && (
        <span className={styles.count}>
          {count > 999 ? '999+' : count}
          <VisuallyHidden>{unitOf(view, count)}</VisuallyHidden>
        </span>
      )}
    </NavLink>
  )
}

function unitOf({ name }: View, count: number) {
  if (name !== 'snoozed') return ' unread'
  return count === 1 ? ' conversation' : ' conversations'
}
