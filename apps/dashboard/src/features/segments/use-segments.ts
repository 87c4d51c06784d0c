import type { NewSegment, SegmentChanges } from '@papercups/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { segmentsQuery } from '../../entities/segment/segments.js'

type SavedSegment = ({ id: string } & SegmentChanges) | ({ id?: undefined } & NewSegment)

/** Changes the segment with the id, or makes a new one. */
export function useSaveSegment() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (saved: SavedSegment) => {
      if (saved.id === undefined) return api.post('/segments', { body: { segment: saved } })
      const { id, ...segment } = saved
      return api.put('/segments/:id', { params: { id }, body: { segment } })
    },
    onSuccess(saved) {
      // At once, because the person who saved it sees it next.
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
    mutationFn: () => api.delete('/segments/:id', { params: { id } }),
    onSuccess: () => void cache.invalidateQueries(segmentsQuery),
  })
}
