import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { ConversationPane } from '../features/conversation/conversation-pane.js'
import { messagesQuery } from '../features/conversation/messages-query.js'
import { BucketNav } from '../features/inbox/bucket-nav.js'
import { bucketTitles, isBucket, type Bucket } from '../features/inbox/buckets.js'
import { ConversationList } from '../features/inbox/conversation-list.js'
import { useConversationRows } from '../features/inbox/conversation-rows.js'
import { NothingOpen } from '../features/inbox/nothing-open.js'
import styles from './inbox-page.module.css'

export function InboxPage() {
  const { bucket, conversation_id } = useParams()
  if (!isBucket(bucket)) return <Navigate to="/conversations/all" replace />
  return <Inbox bucket={bucket} openId={conversation_id} />
}

function Inbox({ bucket, openId }: { bucket: Bucket; openId: string | undefined }) {
  const list = useConversationRows(bucket, openId)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const prefetch = useCallback((id: string) => void cache.prefetchQuery(messagesQuery(id)), [cache])
  const home = `/conversations/${bucket}`

  function selectNext(closedId: string) {
    const place = list.rows.findIndex((row) => row.id === closedId)
    const next = list.rows[place + 1] ?? list.rows[place - 1]
    void navigate(next && window.innerWidth > 768 ? `${home}/${next.id}` : home)
  }

  return (
    <div className={styles.panes} data-open={openId ? true : undefined}>
      {!openId && <title>{`${bucketTitles[bucket]} · Papercups`}</title>}
      <VisuallyHidden component="h1" className={styles.heading ?? ''}>
        Inbox
      </VisuallyHidden>
      <BucketNav />
      <ConversationList bucket={bucket} openId={openId} list={list} onApproach={prefetch} />
      <div className={styles.thread}>
        {openId ? (
          <ConversationPane key={openId} id={openId} backTo={home} onClosed={() => selectNext(openId)} />
        ) : (
          <NothingOpen empty={list.isSuccess && list.rows.length === 0} pending={list.isPending} />
        )}
      </div>
    </div>
  )
}
