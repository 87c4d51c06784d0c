import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'

const ImportDialog = lazyPart(async () => (await import('./import-dialog.js')).ImportDialog)

export function ImportCustomers() {
  const dialog = useDialog()
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={16} />} onClick={dialog.open}>
        Import
      </Button>
      {dialog.mounted && (
        <Suspense>
          <ImportDialog opened={dialog.opened} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
