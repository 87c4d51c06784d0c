import {
  IconAt,
  IconCircleCheck,
  IconInbox,
  IconMailOpened,
  IconStar,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { BUCKETS, bucketTitles, type Bucket } from './buckets.js'
import { listQuery } from './conversation-rows.js'
import styles from './inbox.module.css'

const icons: Record<Bucket, typeof IconInbox> = {
  all: IconInbox,
  me: IconUser,
  mentions: IconAt,
  unread: IconMailOpened,
  unassigned: IconUserQuestion,
  priority: IconStar,
  closed: IconCircleCheck,
}

export function BucketNav() {
  const cache = useQueryClient()
  return (
    <nav className={styles.buckets} aria-label="Conversations">
      <h2>Conversations</h2>
      {BUCKETS.map((bucket) => {
        const Icon = icons[bucket]
        const prefetch = () => void cache.prefetchInfiniteQuery(listQuery(bucket))
        return (
          <NavLink
            key={bucket}
            className={styles.bucket ?? ''}
            to={`/conversations/${bucket}`}
            onMouseEnter={prefetch}
            onFocus={prefetch}
          >
            <Icon size={16} stroke={1.75} aria-hidden="true" />
            {bucketTitles[bucket]}
          </NavLink>
        )
      })}
    </nav>
  )
}
