import type { Customer } from '@papercups/contract'
import { Select, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { connectedServicesQuery } from '../../entities/integration/connected-services.js'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { InboxSelect, useInboxSelectReady } from '../../entities/inbox/inbox-select.js'
import { customerName } from '../../entities/person-name.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { isEmail } from '../../lib/is-email.js'
import { checkEmails, EmailsField } from '../../ui/fields/emails-field.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

const SHOWN = 10_000

interface Props {
  customer: Customer
  opened: boolean
  onClose: () => void
}

type Values = Record<'inbox_id' | 'to' | 'subject' | 'body', string> &
  Record<'cc' | 'bcc', string[]> & { source: 'chat' | 'email' | 'sms' }

function send(customer: Customer, { source, inbox_id, to, subject, cc, bcc, body }: Values): Promise<unknown> {
  const place = { customer_id: customer.id, ...(inbox_id && { inbox_id }) }
  if (source === 'sms') return api.post('/twilio/conversations', { body: { ...place, to, body: body.trim() } })
  // The agent knows the message. Otherwise the conversation would be unread until somebody opens it.
  const started = { ...place, read: true }
  const message = { body: body.trim(), sent_at: new Date().toISOString() }
  const email = cc.length + bcc.length > 0 && customer.email ? { to: [customer.email], cc, bcc } : null
  const conversation =
    source === 'email'
      ? { ...started, source, subject: subject.trim() || null, message: { ...message, ...(email && { email }) } }
      : { ...started, source, message }
  return api.post('/conversations', { body: { conversation } })
}

export function StartConversationDialog({ customer, opened, onClose }: Props) {
  const cache = useQueryClient()
  const { data: services = [] } = useQuery(connectedServicesQuery)
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const isReady = useInboxSelectReady()
  const primary = inboxes.find(({ is_primary }) => is_primary)?.id
  // A number without an inbox belongs to the primary one.
  const withNumber = services.flatMap(({ service, inbox_id }) =>
    service === 'twilio' ? (inbox_id ?? primary ?? []) : [],
  )
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: {
      source: 'chat',
      inbox_id: '',
      to: customer.phone ?? '',
      cc: [],
      bcc: [],
      subject: '',
      body: '',
    } as Values,
    labels: { to: 'Phone number' },
    validate: {
      body: (body) => (body.trim() ? null : 'Please write a message first.'),
      cc: checkEmails,
      bcc: checkEmails,
    },
    async save(values) {
      await send(customer, values)
      notifications.show({ message: 'Message successfully sent.', color: 'green', autoClose: SHOWN })
      void cache.invalidateQueries({ queryKey: customerKeys.all })
      onClose()
    },
  })
  function chooseSource(source: Values['source']) {
    form.setFieldValue('source', source)
    const [first] = withNumber
    if (source === 'sms' && first && !withNumber.includes(form.values.inbox_id || (primary ?? '')))
      form.setFieldValue('inbox_id', first)
  }
  const isSms = form.values.source === 'sms'
  const has_email = isEmail(customer.email?.trim() ?? '')
  return (
    <FormDialog
      title="Start a new conversation"
      submit="Send"
      opened={opened && isReady}
      {...{ formProps, pending, failure, onClose }}
    >
      <Select
        label="Source"
        description={`How ${customerName(customer)} is reached.${has_email ? '' : ' Email needs their address.'}`}
        data={[
          { value: 'chat', label: 'Chat' },
          { value: 'email', label: 'Email', disabled: !has_email },
          ...(withNumber.length > 0 ? [{ value: 'sms', label: 'SMS' }] : []),
        ]}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        {...form.getInputProps('source')}
        onChange={(source) => source && chooseSource(source as Values['source'])}
      />
      <InboxSelect
        value={form.values.inbox_id}
        onChange={(id) => form.setFieldValue('inbox_id', id)}
        offered={isSms ? withNumber : undefined}
      />
      {isSms && (
        <TextInput
          label="Phone number"
          description="With the country code."
          type="tel"
          placeholder="+15551234567"
          maxLength={255}
          {...form.getInputProps('to')}
        />
      )}
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
