import { mergeMessages } from '@papercups/client-core'
import type { Message } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import { refetchWhenIdle } from '../../../lib/refetch-when-idle.js'
import { useTopic } from '../../../lib/use-topic.js'
import { leavesGap } from './message-order.js'
import { applyReceipts } from './receipts.js'

/** Mounted once by the app shell: keeps every cached conversation's messages current. */
export function useLiveMessages(accountId: string) {
  const cache = useQueryClient()
  useTopic(`notification:${accountId}`, {
    shout(message) {
      const queryKey = conversationKeys.messages(message.conversation_id)
      const known = cache.getQueryData<Message[]>(queryKey)
      if (!known) return refetchWhenIdle(cache, queryKey)

      cache.setQueryData(queryKey, mergeMessages(known, [message]))
      if (leavesGap(known, message)) void cache.invalidateQueries({ queryKey })
    },
    'message:edited'(message) {
      const queryKey = conversationKeys.messages(message.conversation_id)
      cache.setQueriesData<Message[]>({ queryKey }, (messages) =>
        messages?.some(({ id }) => id === message.id) ? mergeMessages(messages, [message]) : messages,
      )
      refetchWhenIdle(cache, queryKey)
    },
    'message:updated'(receipts) {
      const queryKey = conversationKeys.messages(receipts.conversation_id)
      cache.setQueriesData<Message[]>({ queryKey }, (messages) => messages && applyReceipts(messages, receipts))
      refetchWhenIdle(cache, queryKey)
    },
  })
}
