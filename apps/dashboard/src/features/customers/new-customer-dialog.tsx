import type { FormErrors } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { CustomerFields, toChanges, type CustomerDraft } from './customer-fields.js'

const NOBODY: CustomerDraft = { name: '', email: '', phone: '', company: null }

export function NewCustomerDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: NOBODY,
    validate: (draft): FormErrors => (isBlank(draft) ? { name: 'Enter a name, an email or a phone number' } : {}),
    async save(draft) {
      await api.post('/customers', { body: { customer: toChanges(draft) } })
      void cache.invalidateQueries({ queryKey: customerKeys.all })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Create new customer"
      submit="Create"
      opened={opened}
      {...{ formProps, pending, failure, onClose }}
    >
      <CustomerFields form={form} />
    </FormDialog>
  )
}

const isBlank = ({ name, email, phone, company }: CustomerDraft) =>
  [name, email, phone].every((text) => !text.trim()) && !company
