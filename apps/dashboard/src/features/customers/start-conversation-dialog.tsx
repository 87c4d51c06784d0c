import type { Customer } from '@papercups/contract'
import { Select, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { InboxSelect } from '../../entities/inbox/inbox-select.js'
import { customerName } from '../../entities/person-name.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { checkEmails, EmailsField } from '../../ui/fields/emails-field.js'
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
    initialValues: {
      source: 'chat' as 'chat' | 'email',
      inbox_id: '',
      cc: [] as string[],
      bcc: [] as string[],
      subject: '',
      body: '',
    },
    validate: {
      body: (body) => (body.trim() ? null : 'Please write a message first.'),
      cc: checkEmails,
      bcc: checkEmails,
    },
    async save({ source, inbox_id, subject, cc, bcc, body }) {
      const message = { body: body.trim(), sent_at: new Date().toISOString() }
      const started = { customer_id: customer.id, source, ...(inbox_id && { inbox_id }) }
      const email = cc.length + bcc.length > 0 && customer.email ? { to: [customer.email], cc, bcc } : null
      const conversation =
        source === 'email'
          ? { ...started, subject: subject.trim() || null, message: { ...message, ...(email && { email }) } }
          : { ...started, message }
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
      <InboxSelect value={form.values.inbox_id} onChange={(id) => form.setFieldValue('inbox_id', id)} />
      {form.values.source === 'email' && (
        <>
          <EmailsField label="Cc" value={form.values.cc} onChange={(cc) => form.setFieldValue('cc', cc)} />
          <EmailsField label="Bcc" value={form.values.bcc} onChange={(bcc) => form.setFieldValue('bcc', bcc)} />
          <TextInput label="Subject" maxLength={255} {...form.getInputProps('subject')} />
        </>
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
