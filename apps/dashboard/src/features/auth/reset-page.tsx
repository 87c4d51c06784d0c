import { Anchor, Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { AuthPage } from './auth-page.js'
import styles from './auth-page.module.css'
import { checkNewPassword } from './check-registration.js'
import { SecondStep } from './second-step.js'
import { signIn } from './sign-in.js'
import { orTryAgain, useAuthForm } from './use-auth-form.js'

/** The target of the link in the reset email. Sets the new password and signs in with it. */
export function ResetPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [twoFactorToken, setTwoFactorToken] = useState<string | null>(null)
  const token = query.get('token')?.trim() ?? ''

  const { form, formProps, pending, failure } = useAuthForm(
    { initialValues: { password: '', password_confirmation: '' }, validate: checkNewPassword },
    async (passwords) => {
      const { email } = await api.put('/reset_password', { body: { ...passwords, token }, anonymous: true })
      try {
        setTwoFactorToken(await signIn({ email, password: passwords.password }))
      } catch {
        // The password has changed and the link is used up, so submitting this form again would fail.
        await navigate('/login', { replace: true })
      }
    },
    orTryAgain,
  )
  if (twoFactorToken) return <SecondStep token={twoFactorToken} onBack={() => void navigate('/login')} />

  if (!token) {
    return (
      <AuthPage title="Choose a new password" failure="Invalid reset token!">
        <Button component={Link} to="/reset-password" fullWidth>
          Request a new link
        </Button>
      </AuthPage>
    )
  }

  const again = (
    <Anchor component={Link} to="/reset-password" inherit underline="always">
      Request a new link
    </Anchor>
  )
  return (
    <AuthPage title="Choose a new password" failure={failure} footer={again}>
      <form className={styles.form} {...formProps}>
        <PasswordInput label="New password" autoComplete="new-password" autoFocus {...form.getInputProps('password')} />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          {...form.getInputProps('password_confirmation')}
        />
        <Button type="submit" fullWidth loading={pending}>
          Reset password
        </Button>
      </form>
    </AuthPage>
  )
}
