import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.js'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { InboxFields } from './inbox-fields.js'

/** Opens the new inbox after creating it. */
export function NewInboxDialog({ onClose }: { onClose: () => void }) {
  const [texts, setTexts] = useState({ name: '', description: '' })
  const cache = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () => api.post('/inboxes', { body: { inbox: texts } }),
    onSuccess: (inbox) => {
      cache.setQueryData(inboxesQuery.queryKey, (known) => known && [...known, inbox])
      onClose()
      void navigate(`/inboxes/${inbox.id}`)
    },
  })
  return (
    <FormDialog
      title="New inbox"
      submit="Create"
      pending={create.isPending}
      error={create.error}
      fields={['name']}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <InboxFields texts={texts} error={create.error} onChange={setTexts} />
    </FormDialog>
  )
}
