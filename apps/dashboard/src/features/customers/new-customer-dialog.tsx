import { Anchor } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { CustomerFields, toChanges, type CustomerDraft } from './customer-fields.js'

const SHOWN = 10_000
const NOBODY: CustomerDraft = { name: '', email: '', phone: '', company: null }

export function NewCustomerDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: NOBODY,
    validate: (draft): FormErrors => (isBlank(draft) ? { name: 'Enter a name, an email or a phone number' } : {}),
    async save(draft) {
      const { id } = await api.post('/customers', { body: { customer: toChanges(draft) } })
      showCreated(id)
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

/** The list may show the customer on another page. A plain link, because notifications render outside the router. */
function showCreated(id: string) {
  notifications.show({
    autoClose: SHOWN,
    message: (
      <>
        Customer created.{' '}
        <Anchor inherit href={`/customers/${id}`}>
          View profile
        </Anchor>
      </>
    ),
  })
}

const isBlank = ({ name, email, phone, company }: CustomerDraft) =>
  [name, email, phone].every((text) => !text.trim()) && !company
