import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { useMe } from '../../entities/user/me.js'
import styles from './profile.module.css'

/** Shown below the email until the user has verified it. */
export function VerifyNudge() {
  const me = useMe()
  const resend = useMutation({
    mutationFn: () => api.post('/verify_email/resend'),
    onSuccess: () =>
      notifications.show({ color: 'green', title: 'Please check your email', message: 'A new link is on its way.' }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The link was not sent', message: describeError(error) }),
  })

  if (me.email_confirmed) return null
  return (
    <p className={styles.nudge}>
      Your email is not verified yet.
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        disabled={resend.isPending}
        onClick={() => resend.mutate()}
      >
        Send the link again
      </Anchor>
    </p>
  )
}
