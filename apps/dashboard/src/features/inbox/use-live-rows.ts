import type { Message } from '@papercups/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  conversationKeys,
  conversationQuery,
  findRow,
  putRow,
  refreshConversations,
} from '../../entities/conversation/conversations.js'
import { refetchWhenIdle } from '../../lib/refetch-when-idle.js'
import { useTopic } from '../../lib/use-topic.js'

/** Mounted once by the app shell: keeps every cached list current. */
export function useLiveRows(accountId: string) {
  const cache = useQueryClient()
  useTopic(`notification:${accountId}`, {
    joined: () => refreshConversations(cache),
    shout: (message) => applyMessage(cache, message),
    'conversation:created': ({ id }) => void fetchRow(cache, id),
    'conversation:updated': ({ id, updates }) => {
      const before = findRow(cache, id)
      // An update may be older than activity that we already know.
      const last_activity_at = latest(before?.last_activity_at, updates.last_activity_at)
      if (before) putRow(cache, { ...before, ...updates, last_activity_at })
      // The update has no tags, and an open conversation shows them.
      if (!before || isOpen(cache, id)) void fetchRow(cache, id)
      refetchWhenIdle(cache, conversationKeys.lists)
    },
    'intercom_import:changed': () => refetchWhenIdle(cache, conversationKeys.lists),
    // The message does not contain its mentions.
    'mention:created': ({ conversation_id }) => void fetchRow(cache, conversation_id),
  })
}

function applyMessage(cache: QueryClient, message: Message) {
  const before = findRow(cache, message.conversation_id)
  if (!before) return void fetchRow(cache, message.conversation_id)

  const seen = before.last_message?.seq ?? 0
  if (message.seq > seen) {
    const last_activity_at = latest(before.last_activity_at, `${message.created_at}Z`)
    putRow(cache, { ...before, last_message: message, last_activity_at })
  }
  if (fetching.has(message.conversation_id)) fetching.set(message.conversation_id, true)
  refetchWhenIdle(cache, conversationKeys.lists)
}

/** By conversation: whether a push arrived since its fetch started. */
const fetching = new Map<string, boolean>()

/**
 * Several pushes about a new conversation arrive together. A fetch started by the first may be too old for the last.
 */
async function fetchRow(cache: QueryClient, id: string) {
  const busy = fetching.has(id)
  fetching.set(id, busy)
  if (busy) return

  try {
    do {
      fetching.set(id, false)
      putRow(cache, await cache.fetchQuery({ ...conversationQuery(id), staleTime: 0 }))
    } while (fetching.get(id))
  } catch {
    // It no longer exists; the next reload of the list removes it.
  } finally {
    fetching.delete(id)
  }
  refetchWhenIdle(cache, conversationKeys.lists)
}

const isOpen = (cache: QueryClient, id: string) =>
  cache
    .getQueryCache()
    .find({ queryKey: conversationKeys.one(id), exact: true })
    ?.isActive() ?? false

const latest = (a: string | null | undefined, b: string | null | undefined) =>
  a && b ? (a > b ? a : b) : (a ?? b ?? null)
