import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { MailboxFields } from './mailbox-form.js'
import styles from './connected-mailbox.module.css'

interface Props {
  part: 'imap' | 'smtp'
  form: UseFormReturnType<MailboxFields>
}

const SECURITY = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None' },
]

/** Host, port, security and user of one server. */
export function ServerFields({ part, form }: Props) {
  return (
    <>
      <div className={styles.row}>
        <TextInput
          label="Server"
          placeholder={`${part}.company.com`}
          maxLength={255}
          className={styles.wide}
          {...form.getInputProps(`${part}_host`)}
        />
        <TextInput label="Port" inputMode="numeric" maxLength={5} {...form.getInputProps(`${part}_port`)} />
        <NativeSelect label="Security" data={SECURITY} {...form.getInputProps(`${part}_security`)} />
      </div>
      <TextInput
        label="User name"
        placeholder="The email address, if empty"
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps(`${part}_user`)}
      />
    </>
  )
}
