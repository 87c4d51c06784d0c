import type { IntercomImport } from '@papercups/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../../entities/user/me.js'
import { api } from '../../../lib/api.js'
import { coalesce } from '../../../lib/coalesce.js'
import { useTopic } from '../../../lib/use-topic.js'

/** A burst of pushes causes one request per this many milliseconds. */
const PAUSE = 1_000

/** Newest first. */
export const importsQuery = queryOptions({
  queryKey: ['intercom', 'imports'],
  queryFn: ({ signal }) => api.get('/intercom/imports', { signal }),
})

/** Reads the progress again when the server says that there is some. */
export function useLiveImports() {
  const cache = useQueryClient()
  const [readAgain] = useState(() =>
    coalesce(() => cache.invalidateQueries({ queryKey: importsQuery.queryKey }), PAUSE),
  )
  useTopic(`notification:${useMe().account_id}`, { joined: readAgain, 'intercom_import:changed': readAgain })
  return (saved: IntercomImport) =>
    cache.setQueryData(importsQuery.queryKey, (known = []) => [saved, ...known.filter(({ id }) => id !== saved.id)])
}
