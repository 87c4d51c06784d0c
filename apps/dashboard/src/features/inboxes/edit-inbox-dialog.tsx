import type { Inbox } from '@papercups/contract'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { InboxFields, type InboxTexts } from './inbox-fields.js'
import { useSaveInbox } from './use-save-inbox.js'

export function EditInboxDialog({ inbox, onClose }: { inbox: Inbox; onClose: () => void }) {
  const { mutateAsync } = useSaveInbox(inbox.id)
  const { form, formProps, pending, failure } = useServerForm<InboxTexts>({
    initialValues: { name: inbox.name, description: inbox.description ?? '' },
    async save(texts) {
      await mutateAsync(texts)
      onClose()
    },
  })
  return (
    <FormDialog title="Edit inbox" submit="Save" {...{ formProps, pending, failure, onClose }}>
      <InboxFields form={form} />
    </FormDialog>
  )
}
