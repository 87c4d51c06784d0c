import type { Customer } from '@papercups/contract'
import { Select, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { customerName } from '../../entities/person-name.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

const SHOWN = 10_000

interface Props {
  customer: Customer
  opened: boolean
  onClose: () => void
}

export function StartConversationDialog({ customer, opened, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { body: '' },
    validate: { body: (body) => (body.trim() ? null : 'Please write a message first.') },
    async save({ body }) {
      const message = { body: body.trim(), sent_at: new Date().toISOString() }
      const conversation = { customer_id: customer.id, source: 'chat' as const, message }
      await api.post('/conversations', { body: { conversation } })
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
      {...{ formProps, pending, failure, onClose }}
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
        {...form.getInputProps('body')}
      />
    </FormDialog>
  )
}
