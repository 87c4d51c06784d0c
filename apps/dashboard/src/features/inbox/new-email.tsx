import { IconMailPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { IconButton } from '../../ui/icon-button.js'
import { lazyPart } from '../../ui/lazy-part.js'

const NewEmailDialog = lazyPart(async () => (await import('./new-email-dialog.js')).NewEmailDialog)

export function NewEmail({ inbox_id = '' }: { inbox_id?: string | undefined }) {
  const dialog = useDialog()
  return (
    <>
      <IconButton label="New email" size={32} onClick={dialog.open}>
        <IconMailPlus size={18} stroke={1.75} />
      </IconButton>
      {dialog.mounted && (
        <Suspense>
          <NewEmailDialog inbox_id={inbox_id} opened={dialog.opened} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
