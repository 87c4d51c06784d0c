import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { useTopic } from '../../lib/use-topic.js'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get('/me', { signal }),
  staleTime: Infinity,
})

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.get('/accounts/me', { signal }),
  staleTime: 300_000,
})

/** Never suspends below the signed-in layout, which has loaded it. */
export const useMe = () => useSuspenseQuery(meQuery).data

/** Users who can be assigned: not disabled and not archived. */
export function useColleagues() {
  const { data: account } = useQuery(accountQuery)
  return (account?.users ?? []).filter((user) => !user.disabled_at && !user.archived_at)
}

/** Mounted once by the app shell. A changed role closes the socket, so each join refetches it. */
export function useLiveMe(accountId: string) {
  const cache = useQueryClient()
  useTopic(`notification:${accountId}`, {
    joined() {
      void cache.invalidateQueries(meQuery)
      void cache.invalidateQueries(accountQuery)
    },
  })
}
