import type { Issue } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { customersKey, issuesKey } from '../../entities/use-live-records.js'

interface Link {
  issue_id: string
  customer_id: string
}

/** Links and unlinks customers and issues. */
export function useLinks() {
  const cache = useQueryClient()
  const refresh = () => Promise.all([issuesKey, customersKey].map((queryKey) => cache.invalidateQueries({ queryKey })))

  const link = useMutation({
    mutationFn: ({ issue_id, customer_id }: Link) =>
      api.post('/customers/:id/issues', { params: { id: customer_id }, body: { issue_id } }),
    onSuccess: refresh,
  })
  const unlink = useMutation({
    mutationFn: ({ issue_id, customer_id }: Link) =>
      api.delete('/customers/:id/issues/:issue_id', { params: { id: customer_id, issue_id } }),
    onSuccess: refresh,
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The issue was not unlinked', message: describeError(error) }),
  })
  return { link, unlink }
}

export const upsert = (issues: Issue[] | undefined, issue: Issue) =>
  issues && [issue, ...issues.filter(({ id }) => id !== issue.id)]
