import { customerSearchQuery, nameWithEmail } from '../../entities/customer/customers.js'
import { PickDialog } from '../../ui/dialogs/pick-dialog.js'
import { useLinks } from './use-links.js'

interface Props {
  issue_id: string
  opened: boolean
  onClose: () => void
}

export function LinkCustomerDialog({ issue_id, opened, onClose }: Props) {
  const { link } = useLinks()
  return (
    <PickDialog
      title="Link new customer to issue"
      submit="Link"
      label="Customer"
      placeholder="Search customers..."
      emptyText="No customers found"
      find={customerSearchQuery}
      nameOf={nameWithEmail}
      opened={opened}
      onPick={({ id }) => link.mutateAsync({ issue_id, customer_id: id })}
      onClose={onClose}
    />
  )
}
