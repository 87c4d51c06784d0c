import type { ConversationEmail, Message } from '@papercups/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import { api } from '../../../lib/api.js'
import { refetchWhenIdle } from '../../../lib/refetch-when-idle.js'
import { useTopic } from '../../../lib/use-topic.js'
import { pageStart } from './page-start.js'

/** Each mail of the conversation may change what the composer suggests. */
export const composerKey = (conversationId: string) => [...conversationKeys.emails(conversationId), 'composer'] as const

const emailsQuery = (conversationId: string, seq: number) => {
  const after = pageStart(seq)
  return queryOptions({
    queryKey: [...conversationKeys.emails(conversationId), after] as const,
    queryFn: ({ signal }) =>
      api.get('/conversations/:id/emails', { params: { id: conversationId }, query: { after }, signal }),
    staleTime: Infinity,
  })
}

/** The server mails an answer in a chat that the customer has not seen for this long. */
const UNSEEN_MS = 20 * 60_000

const mayBeMailed = ({ user_id, seen_at, created_at }: Message) =>
  user_id !== null && seen_at === null && Date.parse(created_at) < Date.now() - UNSEEN_MS

/** The mails of a message. Messages of one page share a call. */
export function useEmail(message: Message | undefined, isByMail: boolean): ConversationEmail | undefined {
  const { id = '', conversation_id = '', seq = 1, source } = message ?? {}
  const enabled = message !== undefined && !message.private && (isByMail || source === 'email' || mayBeMailed(message))
  const { data } = useQuery({
    ...emailsQuery(conversation_id, seq),
    enabled,
    select: (emails) => emails.find(({ message_id }) => message_id === id),
  })
  return data
}

/** Mounted once by the app shell: keeps the states of mails current. */
export function useLiveEmails(accountId: string) {
  const cache = useQueryClient()
  useTopic(`notification:${accountId}`, {
    'email:changed'(email) {
      const { queryKey } = emailsQuery(email.conversation_id, email.seq)
      const isLoaded = cache.getQueryData(queryKey) !== undefined
      cache.setQueryData(queryKey, (emails = []) => [
        ...emails.filter(({ message_id }) => message_id !== email.message_id),
        email,
      ])
      // The others of the page are fetched when they are shown.
      if (!isLoaded) void cache.invalidateQueries({ queryKey, refetchType: 'none' })
      refetchWhenIdle(cache, queryKey)
      // Suggested recipients, the subject and suppressed emails.
      void cache.invalidateQueries({ queryKey: composerKey(email.conversation_id) })
    },
  })
}
