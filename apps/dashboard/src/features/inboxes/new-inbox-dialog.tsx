import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.js'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { InboxFields, type InboxTexts } from './inbox-fields.js'

/** Opens the new inbox after creating it. */
export function NewInboxDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { form, formProps, pending, failure } = useServerForm<InboxTexts>({
    initialValues: { name: '', description: '' },
    async save(texts) {
      const inbox = await api.post('/inboxes', { body: { inbox: texts } })
      cache.setQueryData(inboxesQuery.queryKey, (known) => known && [...known, inbox])
      onClose()
      void navigate(`/inboxes/${inbox.id}`)
    },
  })
  return (
    <FormDialog title="New inbox" submit="Create" {...{ formProps, pending, failure, onClose }}>
      <InboxFields form={form} />
    </FormDialog>
  )
}
