import { Button, TextInput } from '@mantine/core'
import { isEmail } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api } from '../../lib/api.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { showInviteFailure } from './show-invite-failure.js'
import styles from './team.module.css'

const hasFormat = isEmail('Please enter a valid email address')

export function InviteByMail() {
  const { form, formProps, pending, reset } = useServerForm({
    initialValues: { to_address: '' },
    validate: { to_address: (address) => (address.trim() ? hasFormat(address.trim()) : 'Email is required') },
    save: ({ to_address }) => invite(to_address.trim()),
  })
  async function invite(to_address: string) {
    try {
      await api.post('/user_invitation_emails', { body: { to_address } })
      notifications.show({ color: 'green', message: `Invitation was successfully sent to ${to_address}!` })
      reset()
    } catch (error) {
      showInviteFailure(error)
    }
  }

  return (
    <form className={styles.mail} {...formProps}>
      <TextInput
        label="Invite by email"
        className={styles.address ?? ''}
        type="email"
        autoComplete="off"
        placeholder="name@company.com"
        {...form.getInputProps('to_address')}
      />
      <Button type="submit" variant="default" loading={pending}>
        Send invitation
      </Button>
    </form>
  )
}
