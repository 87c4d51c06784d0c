import type { Issue, IssueChanges, NewIssue } from '@papercups/contract'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { issuesKey } from '../../entities/use-live-records.js'

/** The server returns at most this many, most recently updated first. */
export const MAX = 1_000

export const issuesQuery = (q: string) =>
  queryOptions({
    queryKey: [...issuesKey, 'found', q],
    queryFn: ({ signal }) => api.get('/issues', { query: { q: q || undefined }, signal }),
  })

export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: [...issuesKey, 'one', id],
    queryFn: ({ signal }) => api.get('/issues/:id', { params: { id }, signal }),
  })

export const customerIssuesQuery = (customer_id: string) =>
  queryOptions({
    queryKey: [...issuesKey, 'of', customer_id],
    queryFn: ({ signal }) => api.get('/issues', { query: { customer_id }, signal }),
  })

/** Without an id it creates an issue. */
export function useSaveIssue(id?: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (issue: NewIssue) =>
      id ? api.put('/issues/:id', { params: { id }, body: { issue } }) : api.post('/issues', { body: { issue } }),
    onSuccess(issue) {
      cache.setQueryData(issueQuery(issue.id).queryKey, issue)
      void cache.invalidateQueries({ queryKey: issuesKey })
    },
  })
}

/** Shows the move at once, and reverts it if the server refuses. */
export function useMoveIssue() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, state }: Pick<Issue, 'id' | 'state'>) =>
      api.put('/issues/:id', { params: { id }, body: { issue: { state } satisfies IssueChanges } }),
    onMutate: ({ id, state }) => patchLists(cache, id, state),
    onSettled: () => cache.invalidateQueries({ queryKey: issuesKey }),
  })
}

function patchLists(cache: QueryClient, id: string, state: Issue['state']) {
  const move = (issues: Issue[] | undefined) => issues?.map((issue) => (issue.id === id ? { ...issue, state } : issue))
  cache.setQueriesData<Issue[]>({ queryKey: [...issuesKey, 'found'] }, move)
}
