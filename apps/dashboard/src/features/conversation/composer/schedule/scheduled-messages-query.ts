import type { NewScheduledMessage, ScheduledMessage, ScheduledMessageChanges } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../lib/api.js'
import { describeError } from '../../../../lib/api-error.js'
import { conversationKeys } from '../../../../entities/conversation/conversations.js'
import { useTopic } from '../../../../lib/use-topic.js'

/** Below the key of the conversation, so that it is refetched with it after a lost connection. */
const keyOf = (conversationId: string) => [...conversationKeys.one(conversationId), 'scheduled-messages'] as const

/** The scheduled messages of a conversation, next one first. */
export const scheduledMessagesQuery = (conversationId: string) =>
  queryOptions({
    queryKey: keyOf(conversationId),
    queryFn: ({ signal }) => api.get('/scheduled_messages', { query: { conversation_id: conversationId }, signal }),
    // Only the open conversation listens for changes.
    staleTime: 0,
  })

/** Keeps the list current: teammates schedule messages, and messages are sent. */
export function useLiveScheduledMessages(accountId: string, conversationId: string) {
  const cache = useQueryClient()
  useTopic(`notification:${accountId}`, {
    'scheduled_message:changed': ({ conversation_id }) => {
      if (conversation_id === conversationId) void cache.invalidateQueries({ queryKey: keyOf(conversationId) })
    },
  })
}

export const useSchedule = (conversationId: string) =>
  useWrite(conversationId, (scheduled_message: NewScheduledMessage) =>
    api.post('/scheduled_messages', { body: { scheduled_message } }),
  )

export const useReschedule = ({ id, conversation_id }: ScheduledMessage) =>
  useWrite(conversation_id, (scheduled_message: ScheduledMessageChanges) =>
    api.put('/scheduled_messages/:id', { params: { id }, body: { scheduled_message } }),
  )

export const useUnschedule = ({ id, conversation_id }: ScheduledMessage) =>
  useWrite(conversation_id, () => api.delete('/scheduled_messages/:id', { params: { id } }))

function useWrite<Input, Answer>(conversationId: string, mutationFn: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    onError: (error) => void notifications.show({ color: 'red', message: describeError(error) }),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(conversationId) }),
  })
}
