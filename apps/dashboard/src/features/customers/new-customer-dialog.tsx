import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { CustomerFields, toChanges, type CustomerDraft } from './customer-fields.js'

const NOBODY: CustomerDraft = { name: '', email: '', phone: '', company: null }

export function NewCustomerDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [draft, setDraft] = useState(NOBODY)
  const [missing, setMissing] = useState(false)
  const cache = useQueryClient()
  const create = useMutation({
    mutationFn: () => api.post('/customers', { body: { customer: toChanges(draft) } }),
    onSuccess() {
      void cache.invalidateQueries({ queryKey: customerKeys.all })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Create new customer"
      submit="Create"
      opened={opened}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => (isBlank(draft) ? setMissing(true) : create.mutate())}
      onClose={onClose}
    >
      <CustomerFields
        draft={draft}
        onChange={(changed) => {
          setMissing(false)
          setDraft(changed)
        }}
        error={missing && 'Enter a name, an email or a phone number'}
      />
    </FormDialog>
  )
}

const isBlank = ({ name, email, phone, company }: CustomerDraft) =>
  [name, email, phone].every((text) => !text.trim()) && !company
