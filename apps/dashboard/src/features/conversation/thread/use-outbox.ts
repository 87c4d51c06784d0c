import { mergeMessages } from '@papercups/client-core'
import type { Message } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import { useMe } from '../../../entities/user/me.js'
import { outbox } from '../../../entities/message/outbox.js'
import { useTopic } from '../../../lib/use-topic.js'
import { replies } from './replies.js'

/** The user's messages in this conversation that the server has not confirmed. */
export function useOutbox(conversationId: string, messages: readonly Message[]) {
  const { id: userId } = useMe()
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries)
  const arrived = useMemo(() => new Set(messages.map((message) => message.client_message_id)), [messages])
  const own = entries.filter((entry) => entry.conversation_id === conversationId && entry.user_id === userId)

  const settled = own.filter((entry) => entry.failure && arrived.has(entry.client_message_id))
  useEffect(() => settled.forEach(replies.discard), [settled])

  return own.filter((entry) => !arrived.has(entry.client_message_id))
}

/** Mounted once by the app shell. Sends unsent replies, also those of other tabs, when the server is reachable. */
export function useLiveOutbox(accountId: string) {
  const cache = useQueryClient()
  const { id } = useMe()
  useEffect(() => outbox.followOtherTabs(), [])
  useEffect(
    () =>
      replies.start(id, (message) =>
        cache.setQueryData<Message[]>(
          conversationKeys.messages(message.conversation_id),
          (known) => known && mergeMessages(known, [message]),
        ),
      ),
    [cache, id],
  )
  useTopic(`notification:${accountId}`, { joined: replies.resume })
}
