import type { Customer } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { MergeDialog } from './merge-dialog.js'

export function MergeCustomer({ customer }: { customer: Customer }) {
  const merging = useDialog()
  return (
    <>
      <Button variant="default" onClick={merging.open}>
        Merge…
      </Button>
      {merging.mounted && <MergeDialog customer={customer} opened={merging.opened} onClose={merging.close} />}
    </>
  )
}
