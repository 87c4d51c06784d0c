import { Button } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.js'
import { conversationPath, toRow, type ConversationRow } from '../../entities/conversation/conversations.js'
import { firstWords } from '../../entities/message/first-words.js'
import { formatAgo } from '../../lib/format.js'
import { useMe } from '../../entities/user/me.js'
import { customerName } from '../../entities/person-name.js'
import { useNow } from '../../lib/use-now.js'
import { useTopic } from '../../lib/use-topic.js'
import { Excerpt } from '../../ui/excerpt.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import styles from './tags.module.css'

const taggedQuery = (tag_id: string) =>
  infiniteQueryOptions({
    queryKey: ['tagged-conversations', tag_id],
    queryFn: ({ pageParam: after, signal }) => {
      const query = { tag_id, message_limit: 1, after: after ?? undefined }
      return api.getPage('/conversations', { query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

export function TaggedConversations({ tag_id }: { tag_id: string }) {
  const conversations = useInfiniteQuery(taggedQuery(tag_id))
  const now = useNow()
  useLiveTagged(tag_id)

  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = conversations
  if (!data && error) return <LoadFailure title="Error retrieving conversations" error={error} retry={refetch} />
  if (!data) return <SectionSkeletons heights={[120]} />
  const rows = data.pages.flatMap((page) => page.data.map(toRow))
  if (rows.length === 0) return <p className={styles.none}>No conversation has this tag.</p>

  const columns: Array<Column<ConversationRow>> = [
    {
      title: 'Customer',
      look: 'name',
      render: (row) => (
        <Link to={conversationPath(row)} className={styles.name}>
          {customerName(row.customer)}
        </Link>
      ),
    },
    {
      title: 'Last message',
      look: 'quiet',
      render: ({ last_message }) => <Excerpt text={(last_message && firstWords(last_message)) || '--'} />,
    },
    {
      title: 'Activity',
      look: 'quiet',
      roomy: true,
      width: '22%',
      render: ({ last_activity_at, created_at }) => formatAgo(last_activity_at ?? created_at, now),
    },
  ]
  return (
    <>
      <RowTable label="Conversations" bare columns={columns} rows={rows} />
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more...
        </Button>
      )}
    </>
  )
}

/** Only an update with tags can change this list. */
function useLiveTagged(tag_id: string) {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: taggedQuery(tag_id).queryKey })
  useTopic(`notification:${useMe().account_id}`, {
    joined: refresh,
    'conversation:updated': ({ updates }) => updates.tags && refresh(),
  })
}
