import { Anchor, Button, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { AuthPage } from './auth-page.js'
import styles from './auth-page.module.css'
import { ResetPage } from './reset-page.js'
import { orTryAgain, useAuthForm } from './use-auth-form.js'

/** Emails of older versions link here with their token. */
export function RequestResetPage() {
  const [query] = useSearchParams()
  return query.has('token') ? <ResetPage /> : <RequestReset />
}

function RequestReset() {
  const navigate = useNavigate()
  const { form, formProps, pending, failure } = useAuthForm(
    {
      initialValues: { email: '' },
      validate: { email: (email) => (email.trim() ? null : 'Email is required') },
    },
    async ({ email }) => {
      const { ok } = await api.post('/reset_password', { body: { email: email.trim() }, anonymous: true })
      if (!ok) throw new Error('the mail was not sent')
      await navigate('/reset-password-requested')
    },
    orTryAgain,
  )

  const back = (
    <Anchor component={Link} to="/login" inherit underline="always">
      Back to log in
    </Anchor>
  )
  return (
    <AuthPage title="Reset your password" failure={failure} footer={back}>
      <form className={styles.form} {...formProps}>
        <p>Enter the email you sign in with. We will send you a link to choose a new password.</p>
        <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <Button type="submit" fullWidth loading={pending}>
          Send the link
        </Button>
      </form>
    </AuthPage>
  )
}
