import { useQueryClient, type Query } from '@tanstack/react-query'
import { conversationKeys } from './conversation/conversations.js'
import { segmentsQuery } from './segment/segments.js'
import { tagsQuery } from './tag/tags.js'
import { useTopic } from '../lib/use-topic.js'

/** Everything below it is asked for again when an issue changes, or to whom it is linked. */
export const issuesKey = ['issues'] as const
export const companiesKey = ['companies'] as const
/** Customers in lists and by themselves. */
export const customersKey = ['customers'] as const

/** Mounted once by the app shell: companies, tags and issues change rarely, so what is on the screen is read again. */
export function useLiveRecords(accountId: string) {
  const cache = useQueryClient()
  const refresh = (queryKey: readonly string[]) => void cache.invalidateQueries({ queryKey })
  useTopic(`notification:${accountId}`, {
    joined() {
      for (const key of [companiesKey, tagsQuery.queryKey, issuesKey, segmentsQuery.queryKey]) refresh(key)
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
    'issue:changed': () => {
      refresh(issuesKey)
      refresh(customersKey)
    },
    // Whose they are has changed; customers themselves are another's to read.
    'customer:merged': () => refresh(issuesKey),
    'customer:unmerged': () => refresh(issuesKey),
  })
}

const CARRIERS: readonly unknown[] = [customersKey[0], conversationKeys.lists[0], conversationKeys.ones[0]]

/** Its name stands beside customers and conversations, too. */
const shows = (id: string) => (query: Query) =>
  CARRIERS.includes(query.queryKey[0]) && JSON.stringify(query.state.data ?? null).includes(id)

/** Lists of whom it lets through. */
const asksFor = (id: string) => (query: Query) =>
  query.queryKey[0] === customersKey[0] && JSON.stringify(query.queryKey).includes(id)
