import type { Conversation } from '@papercups/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../lib/api.js'
import { conversationKeys, conversationPath } from '../../../entities/conversation/conversations.js'
import { firstWords } from '../../../entities/message/first-words.js'
import { formatAgo } from '../../../lib/format.js'
import { useNow } from '../../../lib/use-now.js'
import styles from './details.module.css'

const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: [...conversationKeys.one(id), 'related'],
    queryFn: ({ signal }) => api.get('/conversations/:id/related', { params: { id }, query: { limit: 3 }, signal }),
    staleTime: 60_000,
  })

/** Other conversations of the customer. */
export function Related({ conversationId }: { conversationId: string }) {
  const { data: related } = useQuery(relatedQuery(conversationId))
  const now = useNow()
  return (
    <section>
      <h3>Related conversations</h3>
      {related?.length === 0 && <p className={styles.quiet}>None yet</p>}
      <ul className={styles.related}>
        {related?.map((conversation) => (
          <li key={conversation.id}>
            <Link to={conversationPath(conversation)}>
              <span className={styles.preview} dir="auto">
                {preview(conversation)}
              </span>
              <span className={styles.quiet}>
                {conversation.status === 'closed' && 'Closed · '}
                {formatAgo(conversation.last_activity_at ?? conversation.created_at, now)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function preview({ messages, subject }: Conversation) {
  const last = messages.at(-1)
  return (last && firstWords(last)) || subject || 'No messages'
}
