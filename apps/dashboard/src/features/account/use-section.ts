import type { AccountChanges, AccountDetails } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../entities/user/me.js'
import { useSaveAccount } from './use-save-account.js'

/**
 * The manner of every section: it shows what is saved until somebody edits, a draft of it from then on. Cancel reads the
 * saved values again; Save sends and goes back to reading, whatever the server says.
 */
export function useSection<T>(account: AccountDetails, read: (account: AccountDetails) => T) {
  const cache = useQueryClient()
  const save = useSaveAccount()
  const [draft, setDraft] = useState<T | null>(null)
  const saved = read(account)

  return {
    values: draft ?? saved,
    change: (changes: Partial<T>) => setDraft((before) => ({ ...(before ?? saved), ...changes })),
    section: {
      editing: draft !== null,
      saving: save.isPending,
      onEdit: () => setDraft(saved),
      onCancel() {
        setDraft(null)
        void cache.invalidateQueries({ queryKey: accountQuery.queryKey })
      },
    },
    send: (change: AccountChanges) => save.mutate(change, { onSettled: () => setDraft(null) }),
  }
}
