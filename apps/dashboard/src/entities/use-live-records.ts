import { useQueryClient, type Query } from '@tanstack/react-query'
import { conversationKeys } from './conversation/conversations.js'
import { cannedResponsesQuery } from './saved-reply/canned-responses.js'
import { segmentsQuery } from './segment/segments.js'
import { tagsQuery } from './tag/tags.js'
import { useTopic } from '../lib/use-topic.js'

/** All queries below this key are refetched when an issue or its links change. */
export const issuesKey = ['issues'] as const
export const companiesKey = ['companies'] as const
/** Lists of customers and single customers. */
export const customersKey = ['customers'] as const

/**
 * Mounted once by the app shell. Companies, tags, issues and saved replies change rarely, so the visible queries are simply
 * refetched.
 */
export function useLiveRecords(accountId: string) {
  const cache = useQueryClient()
  const refresh = (queryKey: readonly string[]) => void cache.invalidateQueries({ queryKey })
  useTopic(`notification:${accountId}`, {
    joined() {
      for (const { queryKey } of [tagsQuery, segmentsQuery, cannedResponsesQuery]) refresh(queryKey)
      for (const key of [companiesKey, issuesKey]) refresh(key)
    },
    'company:changed': ({ id }) => {
      refresh(companiesKey)
      void cache.invalidateQueries({ predicate: shows(id) })
    },
    'tag:changed': ({ id }) => {
      refresh(tagsQuery.queryKey)
      void cache.invalidateQueries({ predicate: shows(id) })
    },
    'segment:changed': ({ id }) => {
      refresh(segmentsQuery.queryKey)
      void cache.invalidateQueries({ predicate: asksFor(id) })
    },
    'canned_response:changed': () => refresh(cannedResponsesQuery.queryKey),
    'issue:changed': () => {
      refresh(issuesKey)
      refresh(customersKey)
    },
    // The links of issues have moved. `useLiveCustomers` refetches the customers.
    'customer:merged': () => refresh(issuesKey),
    'customer:unmerged': () => refresh(issuesKey),
  })
}

const CARRIERS: readonly unknown[] = [customersKey[0], conversationKeys.lists[0], conversationKeys.ones[0]]

/** Customers and conversations contain the names of tags and companies. */
const shows = (id: string) => (query: Query) =>
  CARRIERS.includes(query.queryKey[0]) && JSON.stringify(query.state.data ?? null).includes(id)

/** Lists that are filtered by this segment. */
const asksFor = (id: string) => (query: Query) =>
  query.queryKey[0] === customersKey[0] && JSON.stringify(query.queryKey).includes(id)
