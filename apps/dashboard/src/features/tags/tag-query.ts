import type { NewTag } from '@papercups/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { tagsQuery } from '../../entities/tag/tags.js'

/** Below the list's own key, so that whatever changes tags refreshes both. */
export const tagQuery = (id: string) =>
  queryOptions({
    queryKey: [...tagsQuery.queryKey, id],
    queryFn: ({ signal }) => api.get('/tags/:id', { params: { id }, signal }),
  })

/** Makes a new one where none is given. */
export function useSaveTag(id?: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (tag: NewTag) =>
      id ? api.put('/tags/:id', { params: { id }, body: { tag } }) : api.post('/tags', { body: { tag } }),
    onSuccess(tag) {
      cache.setQueryData(tagQuery(tag.id).queryKey, tag)
      void cache.invalidateQueries(tagsQuery)
    },
  })
}
