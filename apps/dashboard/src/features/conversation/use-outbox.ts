import type { Message } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { api } from '../../lib/api.js'
import { conversationKeys } from '../../lib/conversations.js'
import { useMe } from '../../lib/me.js'
import { mergeMessages } from './merge-messages.js'
import { mentioning } from './composer/mentions.js'
import { outbox, type Outgoing } from './outbox.js'

/** What this user has sent to the conversation and the server has not confirmed. */
export function useOutbox(conversationId: string, messages: readonly Message[]) {
  const { id: userId } = useMe()
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries)
  const arrived = useMemo(() => new Set(messages.map((message) => message.client_message_id)), [messages])
  const own = entries.filter((entry) => entry.conversation_id === conversationId && entry.user_id === userId)

  const settled = own.filter((entry) => entry.failure && arrived.has(entry.client_message_id))
  useEffect(() => settled.forEach((entry) => outbox.discard(entry.client_message_id)), [settled])

  return own.filter((entry) => !arrived.has(entry.client_message_id))
}

export function useSend() {
  const cache = useQueryClient()
  return async (outgoing: Outgoing): Promise<Message> => {
    const { conversation_id, client_message_id, body, sent_at, mentions, attachments, private: note } = outgoing
    const message = await api.post<Message>('/messages', {
      message: {
        conversation_id,
        client_message_id,
        body,
        sent_at,
        type: note ? 'note' : 'reply',
        private: note,
        file_ids: attachments.map((file) => file.id),
        ...mentioning(mentions),
      },
    })
    cache.setQueryData<Message[]>(
      conversationKeys.messages(conversation_id),
      (known) => known && mergeMessages(known, [message]),
    )
    return message
  }
}
