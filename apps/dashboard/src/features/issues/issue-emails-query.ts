import { queryOptions } from '@tanstack/react-query'
import { issuesKey } from '../../entities/use-live-records.js'
import { api } from '../../lib/api.js'

export const issueEmailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...issuesKey, 'emails', id],
    queryFn: ({ signal }) => api.get('/issues/:id/emails', { params: { id }, signal }),
  })
