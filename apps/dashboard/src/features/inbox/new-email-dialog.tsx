import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { InboxSelect, useInboxSelectReady } from '../../entities/inbox/inbox-select.js'
import { api } from '../../lib/api.js'
import { isEmail } from '../../lib/is-email.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { checkEmails, EmailsField } from '../../ui/fields/emails-field.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

interface Props {
  inbox_id: string
  opened: boolean
  onClose: () => void
}

export function NewEmailDialog({ inbox_id, opened, onClose }: Props) {
  const navigate = useNavigate()
  const isReady = useInboxSelectReady()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { to: '', inbox_id, cc: [] as string[], bcc: [] as string[], subject: '', body: '' },
    validate: {
      to: (to) => (isEmail(to.trim()) ? null : 'Please enter an email address.'),
      cc: checkEmails,
      bcc: checkEmails,
      body: (body) => (body.trim() ? null : 'Please write a message first.'),
    },
    async save({ to, inbox_id, subject, ...rest }) {
      const email = { ...rest, to: to.trim(), inbox_id: inbox_id || null, subject: subject.trim() }
      const { id } = await api.post('/emails', { body: { email } })
      onClose()
      void navigate(`/conversations/all/${id}`)
    },
  })
  return (
    <FormDialog
      title="New email"
      submit="Send"
      opened={opened && isReady}
      {...{ formProps, pending, failure, onClose }}
    >
      <TextInput
        label="To"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('to')}
      />
      <InboxSelect value={form.values.inbox_id} onChange={(id) => form.setFieldValue('inbox_id', id)} />
      <EmailsField label="Cc" value={form.values.cc} onChange={(cc) => form.setFieldValue('cc', cc)} />
      <EmailsField label="Bcc" value={form.values.bcc} onChange={(bcc) => form.setFieldValue('bcc', bcc)} />
      <TextInput label="Subject" maxLength={255} {...form.getInputProps('subject')} />
      <Textarea label="Message" autosize minRows={6} maxRows={12} maxLength={100_000} {...form.getInputProps('body')} />
    </FormDialog>
  )
}
