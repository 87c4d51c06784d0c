import { Button, Skeleton } from '@mantine/core'
import type { ConversationRow } from '../../lib/conversations.js'
import { isOnline, usePresence } from '../../lib/presence.js'
import { describeError } from '../../lib/api-error.js'
import { Notice } from '../../ui/notice.js'
import { bucketTitles, type Bucket } from './buckets.js'
import { ConversationItem } from './conversation-item.js'
import type { useConversationRows } from './conversation-rows.js'
import styles from './inbox.module.css'
import { usePinnedRow } from './use-pinned-row.js'

interface Props {
  bucket: Bucket
  openId: string | undefined
  list: ReturnType<typeof useConversationRows>
  /** Called when a pointer or the focus comes near a row, to have its messages ready. */
  onApproach: (id: string) => void
}

export function ConversationList({ bucket, openId, list, onApproach }: Props) {
  const scroller = usePinnedRow(list.rows.map((row) => row.id).join())

  return (
    <section className={styles.list} aria-labelledby="list-title">
      <h2 className={styles.title} id="list-title">
        {bucketTitles[bucket]}
      </h2>
      <div className={styles.rows} ref={scroller} aria-busy={list.isPending}>
        {list.isPending ? <RowSkeletons /> : <Rows {...{ bucket, openId, rows: list.rows, onApproach }} />}
        {list.isError && !list.data && (
          <Notice
            role="alert"
            title="Error retrieving inbox"
            actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
          >
            {describeError(list.error) || 'Unknown error'}
          </Notice>
        )}
        {list.isSuccess && list.rows.length === 0 && !list.hasNextPage && (
          <p className={styles.none}>No conversations</p>
        )}
        {list.hasNextPage && (
          <div className={styles.more}>
            <Button
              variant="default"
              fullWidth
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Load more...
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function Rows({ bucket, openId, rows, onApproach }: Omit<Props, 'list'> & { rows: ConversationRow[] }) {
  const presence = usePresence()
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <ConversationItem
            row={row}
            to={`/conversations/${bucket}/${row.id}`}
            open={row.id === openId}
            online={isOnline(presence, row.customer_id)}
            onApproach={onApproach}
          />
        </li>
      ))}
    </ul>
  )
}

function RowSkeletons() {
  return Array.from({ length: 8 }, (_, index) => (
    <div key={index} className={styles.skeleton}>
      <Skeleton height={12} width={index % 2 ? 96 : 120} mb={12} />
      <Skeleton height={10} width={index % 3 ? '90%' : '70%'} />
    </div>
  ))
}
