import type { AccountChanges } from '@papercups/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { accountQuery } from '../../entities/user/me.js'

/** After an error, which is logged, the page shows the server's values again. */
export function useSaveAccount() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (account: AccountChanges) => api.put('/accounts/:any', { params: { any: 'me' }, body: { account } }),
    onSuccess: (account) => cache.setQueryData(accountQuery.queryKey, (known) => known && { ...known, ...account }),
    onError: () => cache.invalidateQueries(accountQuery),
  })
}
