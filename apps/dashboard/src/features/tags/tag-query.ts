import type { NewTag } from '@papercups/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { tagsQuery } from '../../entities/tag/tags.js'

/** Below the key of the list, so that both are refetched together. */
export const tagQuery = (id: string) =>
  queryOptions({
    queryKey: [...tagsQuery.queryKey, id],
    queryFn: ({ signal }) => api.get('/tags/:id', { params: { id }, signal }),
  })

/** Without an id it creates a tag. */
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
