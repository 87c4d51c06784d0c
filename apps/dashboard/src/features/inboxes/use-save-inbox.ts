import type { InboxChanges } from '@papercups/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { inboxQuery } from './inbox-query.js'

/** Refetches all inboxes, because another one may have been the primary inbox. */
export function useSaveInbox(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (inbox: InboxChanges) => api.put('/inboxes/:id', { params: { id }, body: { inbox } }),
    onSuccess: (inbox) => {
      cache.setQueryData(inboxQuery(id).queryKey, inbox)
      void cache.invalidateQueries(inboxesQuery)
    },
  })
}
