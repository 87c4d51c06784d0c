import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { conversationKeys, toRow } from '../../entities/conversation/conversations.js'
import type { Query } from '../../lib/query-string.js'
import { conversationResults, customerResults } from './find-results.js'

/** Waits for the next key. */
const PAUSE = 150
const LONGEST = 500

/** Below the key of the conversations, so that it is refetched with them after a lost connection. */
const search = (name: string, filters: Query) =>
  queryOptions({
    queryKey: [...conversationKeys.ones, 'search', name],
    queryFn: async ({ signal }) => {
      const query = { ...filters, message_limit: 1 }
      return (await api.getPage('/conversations', { query, signal })).data.map(toRow)
    },
    staleTime: 10_000,
  })

/**
 * The newest conversations, open and closed. They are offered before anything is typed, and include customers to
 * search.
 */
const recent = search('', { limit: 50 })

export function useResults(typed: string) {
  const wanted = typed.trim().slice(0, LONGEST)
  const [query] = useDebouncedValue(wanted, PAUSE)
  const known = useQuery(recent)
  const found = useQuery({
    ...search(query, { q: query, limit: 10 }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })

  const rows = known.data ?? []
  return {
    // Recent conversations are shown only without a search.
    conversations: conversationResults(wanted ? (query && found.data) || [] : rows),
    customers: query ? customerResults([...rows, ...(found.data ?? [])], query) : [],
    busy: known.isPending || (query !== '' && found.isFetching) || query !== wanted,
    failed: found.isError || known.isError,
  }
}
