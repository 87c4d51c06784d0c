import type { Customer } from '@papercups/contract'
import { Select, Textarea, TextInput } from '@mantine/core'
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
    initialValues: { source: 'chat' as 'chat' | 'email', subject: '', body: '' },
    validate: { body: (body) => (body.trim() ? null : 'Please write a message first.') },
    async save({ source, subject, body }) {
      const message = { body: body.trim(), sent_at: new Date().toISOString() }
      const started = { customer_id: customer.id, source, message }
      const conversation = source === 'email' ? { ...started, subject: subject.trim() || null } : started
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
        description={`How ${customerName(customer)} is reached.${customer.email ? '' : ' Email needs their address.'}`}
        data={[
          { value: 'chat', label: 'Chat' },
          { value: 'email', label: 'Email', disabled: !customer.email },
        ]}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        {...form.getInputProps('source')}
      />
      {form.values.source === 'email' && (
        <TextInput label="Subject" maxLength={255} {...form.getInputProps('subject')} />
      )}
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
