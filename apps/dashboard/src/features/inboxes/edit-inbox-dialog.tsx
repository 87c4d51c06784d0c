import type { Inbox } from '@papercups/contract'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { InboxFields } from './inbox-fields.js'
import { useSaveInbox } from './use-save-inbox.js'

export function EditInboxDialog({ inbox, onClose }: { inbox: Inbox; onClose: () => void }) {
  const [texts, setTexts] = useState({ name: inbox.name, description: inbox.description ?? '' })
  const save = useSaveInbox(inbox.id)
  return (
    <FormDialog
      title="Edit inbox"
      submit="Save"
      pending={save.isPending}
      error={save.error}
      fields={['name']}
      onSubmit={() => save.mutate(texts, { onSuccess: onClose })}
      onClose={onClose}
    >
      <InboxFields texts={texts} error={save.error} onChange={setTexts} />
    </FormDialog>
  )
}
