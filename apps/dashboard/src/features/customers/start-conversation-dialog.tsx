import type { Customer } from '@papercups/contract'
import { Select, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { customerName } from '../../entities/person-name.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'

const SHOWN = 10_000

interface Props {
  customer: Customer
  opened: boolean
  onClose: () => void
}

export function StartConversationDialog({ customer, opened, onClose }: Props) {
  const [body, setBody] = useState('')
  const cache = useQueryClient()
  const start = useMutation({
    async mutationFn() {
      if (!body.trim()) throw new Error('Please write a message first.')
      const message = { body: body.trim(), sent_at: new Date().toISOString() }
      const conversation = { customer_id: customer.id, source: 'chat' as const, message }
      return api.post('/conversations', { body: { conversation } })
    },
    onSuccess() {
      notifications.show({ message: 'Message successfully sent.', color: 'green', autoClose: SHOWN })
      void cache.invalidateQueries({ queryKey: customerKeys.all })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Start a new conversation"
      submit="Send"
      opened={opened}
      pending={start.isPending}
      error={start.error}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      <Select
        label="Source"
        description={`How ${customerName(customer)} is reached. Email needs a connected Gmail account.`}
        data={[
          { value: 'chat', label: 'Chat' },
          { value: 'email', label: 'Email', disabled: true },
        ]}
        value="chat"
        allowDeselect={false}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      />
      <Textarea
        label="Message"
        autosize
        minRows={4}
        maxRows={6}
        maxLength={100_000}
        data-autofocus
        value={body}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
    </FormDialog>
  )
}
