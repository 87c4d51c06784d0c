import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../../../ui/lazy-part.js'
import { useMe } from '../../../../entities/user/me.js'
import { scheduledMessagesQuery, useLiveScheduledMessages } from './scheduled-messages-query.js'

const ScheduledList = lazyPart(async () => (await import('./scheduled-list.js')).ScheduledList)

/** Most conversations have none, so the list component loads on demand. */
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
