import type { CustomerProfile } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { patchCustomer } from '../../entities/conversation/conversations.js'
import { customerKeys, customerQuery } from '../../entities/customer/customers.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { CustomerFields, toChanges, type CustomerDraft } from './customer-fields.js'
import { errorWithFallback } from './error-with-fallback.js'

const SHOWN = 10_000

interface Props {
  customer: CustomerProfile
  opened: boolean
  onClose: () => void
}

const draftOf = ({ name, email, phone, company }: CustomerProfile): CustomerDraft => ({
  name: name ?? '',
  email: email ?? '',
  phone: phone ?? '',
  company: company ?? null,
})

export function EditCustomerDialog({ customer, opened, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(customer))
  const cache = useQueryClient()
  const save = useMutation({
    mutationFn: () => api.put('/customers/:id', { params: { id: customer.id }, body: { customer: toChanges(draft) } }),
    onSuccess(saved) {
      cache.setQueryData(customerQuery(customer.id).queryKey, saved)
      patchCustomer(cache, saved)
      void cache.invalidateQueries({ queryKey: customerKeys.all })
      notifications.show({ message: 'Customer successfully updated', color: 'green', autoClose: SHOWN })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Edit customer"
      submit="Save"
      opened={opened}
      pending={save.isPending}
      error={save.error && errorWithFallback(save.error, 'Failed to update customer. Please try again later.')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <CustomerFields draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}
