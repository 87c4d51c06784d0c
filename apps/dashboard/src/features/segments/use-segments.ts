import type { Segment, SegmentChanges } from '@papercups/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { segmentsQuery } from '../../entities/segment/segments.js'

/** Makes a new one where none is given. */
export function useSaveSegment(id?: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (segment: SegmentChanges) =>
      id ? api.put<Segment>(`/segments/${id}`, { segment }) : api.post<Segment>('/segments', { segment }),
    onSuccess(saved) {
      // At once, because whoever saved it looks at it next.
      cache.setQueryData(segmentsQuery.queryKey, (known = []) => [
        ...known.filter((segment) => segment.id !== saved.id),
        saved,
      ])
      void cache.invalidateQueries(segmentsQuery)
      void cache.invalidateQueries({ queryKey: customerKeys.all })
    },
  })
}

export function useDeleteSegment(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(`/segments/${id}`),
    onSuccess: () => void cache.invalidateQueries(segmentsQuery),
  })
}
