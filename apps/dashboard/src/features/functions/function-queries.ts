import type { Lambda, RunStatus } from '@papercups/contract'
import {
  infiniteQueryOptions,
  queryOptions,
  useQuery,
  useQueryClient,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../entities/user/me.js'
import { api } from '../../lib/api.js'
import { coalesce } from '../../lib/coalesce.js'
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

/** Whether the code differs from what runs. */
export function useHasChanges({ id, deployed_version }: Lambda, code: string) {
  const deployed = useQuery({ ...versionQuery(id, deployed_version ?? 0), enabled: deployed_version !== null })
  return deployed_version === null || (deployed.data !== undefined && deployed.data.code !== code)
}

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

/** A burst of pushes causes one request per this many milliseconds. */
const PAUSE = 500

/** Reads the runs of the function again when one begins or ends. */
export function useLiveRuns(id: string) {
  const cache = useQueryClient()
  const [readRuns] = useState(() => coalesce(() => readAgain(cache, id, ['runs', 'run']), PAUSE))
  const [readRehearsals] = useState(() => coalesce(() => readAgain(cache, id, ['rehearsals']), PAUSE))
  useTopic(`notification:${useMe().account_id}`, {
    joined: () => void cache.invalidateQueries({ queryKey: keyOf(id) }),
    'lambda_run:changed': ({ lambda_id, rehearsal_id }) => {
      if (lambda_id !== id) return
      if (rehearsal_id) readRehearsals()
      else readRuns()
    },
  })
}

async function readAgain(cache: QueryClient, id: string, parts: string[]) {
  const shown = {
    queryKey: keyOf(id),
    predicate: ({ queryKey: [, , part] }: Query) => parts.includes(String(part)),
  }
  const isFirst = cache
    .getQueryCache()
    .findAll(shown)
    .some(({ state }) => state.status === 'pending')
  await cache.invalidateQueries(shown)
  // A first request is not sent again, but its answer may be older than the push.
  if (isFirst) await cache.invalidateQueries(shown)
}
