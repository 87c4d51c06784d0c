import type { CustomerImport, ImportProgress } from '@papercups/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { useMe } from '../../entities/user/me.js'
import { useTopic } from '../../lib/use-topic.js'

const key = ['customer-imports'] as const

/** Newest first. */
export const importsQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => api.get('/customer_imports', { signal }),
})

export const isRunning = ({ status }: ImportProgress) => status === 'checking' || status === 'importing'

/** Shows the pushed progress while the dialog is open. The skipped lines are fetched at the end. */
export function useLiveImports() {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: key })
  useTopic(`notification:${useMe().account_id}`, {
    joined: refresh,
    'customer_import:changed': (progress) => {
      cache.setQueryData(importsQuery.queryKey, (known) =>
        known?.map((one) => (one.id === progress.id ? { ...one, ...progress } : one)),
      )
      if (!isRunning(progress)) refresh()
    },
  })
  return {
    keep: (saved: CustomerImport) =>
      cache.setQueryData(importsQuery.queryKey, (known = []) => [saved, ...known.filter(({ id }) => id !== saved.id)]),
    drop: (gone: string) =>
      cache.setQueryData(importsQuery.queryKey, (known) => known?.filter(({ id }) => id !== gone)),
  }
}
