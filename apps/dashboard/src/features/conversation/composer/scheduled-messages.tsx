import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useMe } from '../../../lib/me.js'
import { scheduledMessagesQuery, useLiveScheduledMessages } from './scheduled-messages-query.js'

const ScheduledList = lazy(async () => ({ default: (await import('./scheduled-list.js')).ScheduledList }))

/** Most conversations have none, so the list is fetched with the first one. */
export function ScheduledMessages({ conversationId }: { conversationId: string }) {
  const { data: messages = [] } = useQuery(scheduledMessagesQuery(conversationId))
  useLiveScheduledMessages(useMe().account_id, conversationId)
  if (messages.length === 0) return null
  return (
    <Suspense>
      <ScheduledList messages={messages} />
    </Suspense>
  )
}
