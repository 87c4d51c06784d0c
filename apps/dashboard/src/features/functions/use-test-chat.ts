import type { Message } from '@papercups/contract'
import { ApiError } from '@papercups/client-core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../entities/user/me.js'
import { api } from '../../lib/api.js'
import { readJson, storage } from '../../lib/storage.js'
import { useTopic } from '../../lib/use-topic.js'

interface TestConversation {
  conversation_id: string
  customer_id: string
}

const messagesQuery = (conversation_id: string | undefined) =>
  queryOptions({
    queryKey: ['test-chat', conversation_id],
    queryFn: ({ signal }) =>
      api.get('/conversations/:id/messages', { params: { id: conversation_id ?? '' }, query: { limit: 50 }, signal }),
    enabled: conversation_id !== undefined,
    retry: false,
  })

/** A conversation with a test customer. This browser uses it again for every function of the account. */
export function useTestChat() {
  const { account_id } = useMe()
  const key = `papercups.test-chat.${account_id}`
  const cache = useQueryClient()
  const [chat, setChat] = useState(() => readJson<TestConversation>(storage, key))
  const { data: messages = [] } = useQuery(messagesQuery(chat?.conversation_id))
  const refresh = () => void cache.invalidateQueries(messagesQuery(chat?.conversation_id))
  useTopic(`notification:${account_id}`, {
    joined: refresh,
    shout: ({ conversation_id }) => {
      if (conversation_id === chat?.conversation_id) refresh()
    },
  })

  async function begin(): Promise<TestConversation> {
    const customer = await api.post('/customers', { body: { customer: { account_id, name: 'Test customer' } } })
    const conversation = await api.post('/conversations', {
      body: { conversation: { account_id, customer_id: customer.id, source: 'sandbox' } },
    })
    const begun = { conversation_id: conversation.id, customer_id: customer.id }
    storage.setItem(key, JSON.stringify(begun))
    setChat(begun)
    return begun
  }

  const write = (chat: TestConversation, body: string) =>
    // The page runs the function itself, so the message must not start it a second time.
    api.post('/messages', { body: { message: { ...chat, body, metadata: { disable_webhook_events: true } } } })

  /** Writes as the customer. Begins a new conversation if the former one was deleted. */
  async function say(body: string): Promise<Message> {
    const known = chat ?? (await begin())
    const message = await write(known, body).catch(async (error: unknown) => {
      if (!(error instanceof ApiError && [403, 404, 422].includes(error.status))) throw error
      return write(await begin(), body)
    })
    void cache.invalidateQueries(messagesQuery(message.conversation_id))
    return message
  }

  // Customers see no private notes.
  return { messages: messages.filter((message) => !message.private), say }
}
