import type { AccountChanges, AccountDetails } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../entities/user/me.js'
import { useSaveAccount } from './use-save-account.js'

/**
 * The state of a section. It shows the saved values, or a draft while the user edits. Cancel refetches the saved values. Save sends the draft and ends the editing, also after an error.
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
