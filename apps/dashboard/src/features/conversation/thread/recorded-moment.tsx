import type { Message, RecordedMoment as Moment } from '@papercups/contract'
import { ApiError } from '@papercups/client-core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import { api } from '../../../lib/api.js'
import styles from './thread.module.css'

/** A recorder sends what happens up to ten seconds later. */
const SETTLED_MS = 15_000

const momentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...conversationKeys.one(id), 'recorded-moments'],
    queryFn: ({ signal }): Promise<Moment[]> =>
      api.get('/conversations/:id/recorded_moments', { params: { id }, signal }).catch((error: unknown) => {
        // The account has no live sessions. Otherwise each message would ask again.
        if (error instanceof ApiError && error.status === 403) return []
        throw error
      }),
  })

/** The page that the customer was on when they wrote the message, with a link to that second of their session. */
export function RecordedMoment({ message }: { message: Message }) {
  const settled = Date.parse(message.created_at) + SETTLED_MS
  const { data: moment } = useQuery({
    ...momentsQuery(message.conversation_id),
    select: (moments) => moments.find(({ message_id }) => message_id === message.id),
    staleTime: ({ state }) => (state.dataUpdatedAt < settled ? 0 : 60_000),
  })
  if (!moment) return null
  const { session_id, at, path } = moment
  return (
    <Link className={styles.edited} to={`/sessions/replay/${session_id}?at=${at}`} dir="auto">
      {path ? `Was on ${path} when they wrote this` : 'Watch the moment when they wrote this'}
    </Link>
  )
}
