import { Button, TextInput } from '@mantine/core'
import { isEmail, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { showInviteFailure } from './show-invite-failure.js'
import styles from './team.module.css'

const hasFormat = isEmail('Please enter a valid email address')

export function InviteByMail() {
  const form = useForm({
    mode: 'controlled',
    initialValues: { to_address: '' },
    validate: { to_address: (address) => (address.trim() ? hasFormat(address.trim()) : 'Email is required') },
  })
  const invite = useMutation({
    mutationFn: (to_address: string) => api.post('/user_invitation_emails', { body: { to_address } }),
    onSuccess: (_, to_address) => {
      notifications.show({ color: 'green', message: `Invitation was successfully sent to ${to_address}!` })
      form.reset()
    },
    onError: showInviteFailure,
  })

  return (
    <form
      className={styles.mail}
      noValidate
      onSubmit={form.onSubmit(({ to_address }) => invite.mutate(to_address.trim()))}
    >
      <TextInput
        label="Invite by email"
        className={styles.address ?? ''}
        type="email"
        autoComplete="off"
        placeholder="name@company.com"
        {...form.getInputProps('to_address')}
      />
      <Button type="submit" variant="default" loading={invite.isPending}>
        Send invitation
      </Button>
    </form>
  )
}
