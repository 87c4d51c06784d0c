import type { CustomerPage, ListedCustomer } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerName } from '../../lib/people.js'
import { customersKey } from '../../lib/use-live-records.js'
import { PickDialog } from '../../ui/pick-dialog.js'
import { useLinks } from './use-links.js'

const OFFERED = 50

const customersFound = (q: string) =>
  queryOptions({
    queryKey: [...customersKey, 'found', q],
    queryFn: async ({ signal }) => {
      const query = { q: q || undefined, page_size: OFFERED }
      return (await api.getPage<CustomerPage>('/customers', { query, signal })).data
    },
  })

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
      nothing="Nobody found"
      find={customersFound}
      nameOf={nameOf}
      opened={opened}
      pending={link.isPending}
      error={link.error}
      onPick={({ id }) => link.mutate({ issue_id, customer_id: id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

/** Two people may have one name, hardly one address. */
const nameOf = (customer: ListedCustomer) => {
  const name = customerName(customer)
  return customer.email && customer.email !== name ? `${name} (${customer.email})` : name
}
