import type { Lambda, RunStatus } from '@papercups/contract'
import { infiniteQueryOptions, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMe } from '../../entities/user/me.js'
import { api } from '../../lib/api.js'
import { useTopic } from '../../lib/use-topic.js'

/** Last changed first. */
export const functionsQuery = queryOptions({
  queryKey: ['functions'],
  queryFn: ({ signal }) => api.get('/lambdas', { signal }),
})

export const functionQuery = (id: string) =>
  queryOptions({
    queryKey: [...functionsQuery.queryKey, id],
    queryFn: ({ signal }) => api.get('/lambdas/:id', { params: { id }, signal }),
  })

const keyOf = (id: string) => functionQuery(id).queryKey

/** The answer of a change is the newest state. */
export function storeFunction(cache: QueryClient, saved: Lambda) {
  cache.setQueryData(keyOf(saved.id), saved)
  void cache.invalidateQueries({ ...functionsQuery, exact: true })
}

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'versions'],
    queryFn: ({ signal }) => api.get('/lambdas/:id/versions', { params: { id }, signal }),
  })

export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'versions', number],
    queryFn: ({ signal }) => api.get('/lambdas/:id/versions/:number', { params: { id, number }, signal }),
  })

export const secretsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'secrets'],
    queryFn: ({ signal }) => api.get('/lambdas/:id/secrets', { params: { id }, signal }),
  })

const PAGE_SIZE = 25

export const runsQuery = (id: string, status: RunStatus | '') =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'runs', status],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(status && { status }), after: pageParam ?? undefined, limit: PAGE_SIZE }
      return api.getPage('/lambdas/:id/runs', { params: { id }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

export const runQuery = (id: string, run_id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'run', run_id],
    queryFn: ({ signal }) => api.get('/lambdas/:id/runs/:run_id', { params: { id, run_id }, signal }),
  })

export const rehearsalQuery = (id: string, rehearsal_id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'rehearsals', rehearsal_id],
    queryFn: ({ signal }) => api.get('/lambdas/:id/rehearsals/:rehearsal_id', { params: { id, rehearsal_id }, signal }),
  })

/** Reads the runs of the function again when one begins or ends. */
export function useLiveRuns(id: string) {
  const cache = useQueryClient()
  const refresh = (...part: string[]) => void cache.invalidateQueries({ queryKey: [...keyOf(id), ...part] })
  useTopic(`notification:${useMe().account_id}`, {
    joined: () => refresh(),
    'lambda_run:changed': ({ id: run_id, lambda_id, rehearsal_id }) => {
      if (lambda_id !== id) return
      if (rehearsal_id) return refresh('rehearsals', rehearsal_id)
      refresh('runs')
      refresh('run', run_id)
    },
  })
}
