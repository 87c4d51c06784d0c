import type { CustomerPage, ListedCustomer } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { customerName } from '../../lib/people.js'
import { customersKey } from '../../lib/use-live-records.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { SearchList } from '../../ui/search-list.js'
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

/** Who has chosen nobody has changed their mind. */
export function LinkCustomerDialog({ issue_id, opened, onClose }: Props) {
  const [customer, setCustomer] = useState<ListedCustomer | null>(null)
  const { link } = useLinks()

  function submit() {
    if (customer) link.mutate({ issue_id, customer_id: customer.id }, { onSuccess: onClose })
    else onClose()
  }
  return (
    <FormDialog
      title="Link new customer to issue"
      submit="Link"
      opened={opened}
      pending={link.isPending}
      error={link.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SearchList
        label="Customer"
        placeholder="Search customers..."
        nothing="Nobody found"
        value={customer}
        onChange={setCustomer}
        find={customersFound}
        nameOf={nameOf}
      />
    </FormDialog>
  )
}

/** Two people may have one name, hardly one address. */
const nameOf = (customer: ListedCustomer) => {
  const name = customerName(customer)
  return customer.email && customer.email !== name ? `${name} (${customer.email})` : name
}
