import { Anchor, Button, PasswordInput } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { session } from '../../lib/session.js'
import { AuthPage } from './auth-page.js'
import styles from './auth-page.module.css'
import { orTryAgain, useAuthForm } from './use-auth-form.js'

/** The target of the link in the registration email. The link carries the `redirect` of the registration. */
export function ConfirmRegistrationPage() {
  const [query] = useSearchParams()
  const token = query.get('token')?.trim() ?? ''
  const { form, formProps, pending, failure } = useAuthForm(
    {
      initialValues: { password: '' },
      validate: { password: (password) => (password ? null : 'Password is required') },
    },
    async ({ password }) => {
      const body = { token, password }
      session.signIn(await api.post('/registration/confirm', { body, anonymous: true }))
    },
    orTryAgain,
  )

  if (!token) {
    return (
      <AuthPage title="Finish your registration" failure="Invalid registration link!">
        <Button component={Link} to="/register" fullWidth>
          Register again
        </Button>
      </AuthPage>
    )
  }

  const elsewhere = (
    <>
      <Anchor component={Link} to="/register" inherit underline="always">
        Register again
      </Anchor>
      <Anchor component={Link} to="/login" inherit underline="always">
        Back to log in
      </Anchor>
    </>
  )
  return (
    <AuthPage title="Finish your registration" failure={failure} footer={elsewhere}>
      <form className={styles.form} {...formProps}>
        <p>Enter the password that you chose when you registered.</p>
        <PasswordInput label="Password" autoComplete="current-password" autoFocus {...form.getInputProps('password')} />
        <Button type="submit" fullWidth loading={pending}>
          Finish registration
        </Button>
      </form>
    </AuthPage>
  )
}
