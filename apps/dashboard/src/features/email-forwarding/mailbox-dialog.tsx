import type { ConnectedMailbox } from '@papercups/contract'
import { Anchor, Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { connectedMailboxQuery } from './connected-mailbox-query.js'
import { fieldsOf, imapOf, presetOf, rules, smtpOf, toNewMailbox } from './mailbox-form.js'
import { PROVIDERS } from './mailbox-providers.js'
import { ServerFields } from './server-fields.js'
import { TestButton } from './test-button.js'
import styles from './connected-mailbox.module.css'

interface Props {
  inbox_id: string
  /** Null connects one. */
  mailbox: ConnectedMailbox | null
  onClose: () => void
}

export function MailboxDialog({ inbox_id, mailbox, onClose }: Props) {
  const cache = useQueryClient()
  const params = { id: inbox_id }
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: fieldsOf(mailbox),
    validate: rules,
    async save(values) {
      const body = { connected_mailbox: toNewMailbox(values) }
      const saved = await api.put('/inboxes/:id/connected_mailbox', { params, body })
      cache.setQueryData(connectedMailboxQuery(inbox_id).queryKey, saved)
      onClose()
    },
  })
  const [provider, setProvider] = useState('')
  const chosen = PROVIDERS.find(({ name }) => name === provider)
  const { values } = form

  function choose(name: string) {
    setProvider(name)
    const preset = PROVIDERS.find((one) => one.name === name)
    if (preset) form.setValues(presetOf(preset))
  }

  return (
    <FormDialog
      title={mailbox ? 'Edit the mailbox' : 'Connect a mailbox'}
      submit={mailbox ? 'Save' : 'Connect'}
      size="lg"
      incomplete={!values.receives && !values.sends}
      {...{ formProps, pending, failure, onClose }}
    >
      <NativeSelect
        label="Provider"
        data={[{ value: '', label: 'Another provider' }, ...PROVIDERS.map(({ name }) => name)]}
        value={provider}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {chosen && (
        <p className={styles.hint}>
          {chosen.hint}{' '}
          <Anchor inherit underline="always" href={chosen.help} target="_blank" rel="noreferrer">
            How to get one
          </Anchor>
        </p>
      )}
      <TextInput
        label="Email address"
        type="email"
        placeholder="support@company.com"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Name of the sender"
        description="Leave it empty to send answers under the name of the agent."
        maxLength={255}
        {...form.getInputProps('from_name')}
      />

      <Checkbox label="Receive mail (IMAP)" {...form.getInputProps('receives', { type: 'checkbox' })} />
      {values.receives && (
        <fieldset className={styles.fields}>
          <legend className={styles.legend}>Receiving</legend>
          <ServerFields part="imap" form={form} />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            placeholder={mailbox?.imap ? 'Stored. Enter one to change it.' : ''}
            maxLength={1_000}
            {...form.getInputProps('imap_password')}
          />
          <TextInput label="Folder" maxLength={255} {...form.getInputProps('imap_folder')} />
          <TextInput
            label="Name in Authentication-Results"
            description="The first word of this header in mails that you receive, such as mx.google.com. Then your server's check of senders counts."
            maxLength={255}
            {...form.getInputProps('imap_authserv_id')}
          />
          <TestButton
            label="Test receiving"
            values={imapOf(values)}
            test={(imap) => api.post('/inboxes/:id/connected_mailbox/test_imap', { params, body: { imap } })}
          />
        </fieldset>
      )}

      <Checkbox label="Send answers through it (SMTP)" {...form.getInputProps('sends', { type: 'checkbox' })} />
      {values.sends && (
        <fieldset className={styles.fields}>
          <legend className={styles.legend}>Sending</legend>
          <ServerFields part="smtp" form={form} />
          <PasswordInput
            label="Password for sending"
            autoComplete="new-password"
            placeholder={mailbox?.smtp ? 'Stored. Enter one to change it.' : 'The same as for receiving'}
            maxLength={1_000}
            {...form.getInputProps('smtp_password')}
          />
          <TestButton
            label="Test sending"
            values={smtpOf(values)}
            test={(smtp) => api.post('/inboxes/:id/connected_mailbox/test_smtp', { params, body: { smtp } })}
          />
        </fieldset>
      )}
      <p className={styles.hint}>
        Only mail that arrives from now on is taken. Nothing in your mailbox is deleted, moved or marked as read.
      </p>
    </FormDialog>
  )
}
