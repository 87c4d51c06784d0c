import type { CustomerProfile } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { patchCustomer } from '../../entities/conversation/conversations.js'
import { customerKeys, customerQuery } from '../../entities/customer/customers.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { CustomerFields, toChanges, type CustomerDraft } from './customer-fields.js'
import { describeOr } from './describe-or.js'

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
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: draftOf(customer),
    async save(draft: CustomerDraft) {
      const body = { customer: toChanges(draft) }
      const saved = await api.put('/customers/:id', { params: { id: customer.id }, body })
      cache.setQueryData(customerQuery(customer.id).queryKey, saved)
      patchCustomer(cache, saved)
      void cache.invalidateQueries({ queryKey: customerKeys.all })
      notifications.show({ message: 'Customer successfully updated', color: 'green', autoClose: SHOWN })
      onClose()
    },
    describe: (error) => describeOr(error, 'Failed to update customer. Please try again later.'),
  })
  return (
    <FormDialog title="Edit customer" submit="Save" opened={opened} {...{ formProps, pending, failure, onClose }}>
      <CustomerFields form={form} />
    </FormDialog>
  )
}
