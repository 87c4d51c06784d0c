import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../lib/use-session.js'
import { AuthPage } from './auth-page.js'
import styles from './auth-page.module.css'
import { SecondStep } from './second-step.js'
import { signIn } from './sign-in.js'
import { useAuthForm } from './use-auth-form.js'

export function LoginPage() {
  const [twoFactorToken, setTwoFactorToken] = useState<string | null>(null)
  if (twoFactorToken) return <SecondStep token={twoFactorToken} onBack={() => setTwoFactorToken(null)} />
  return <FirstStep onSecondStep={setTwoFactorToken} />
}

function FirstStep({ onSecondStep }: { onSecondStep: (token: string | null) => void }) {
  const { search } = useLocation()
  const session = useSession()
  const hasEnded = session.status === 'signed-out' && session.ended
  const { form, formProps, pending, failure } = useAuthForm(
    {
      initialValues: { email: '', password: '' },
      validate: {
        email: (email) => (email.trim() ? null : 'Email is required'),
        password: (password) => (password ? null : 'Password is required'),
      },
    },
    async (user) => onSecondStep(await signIn(user)),
  )

  const elsewhere = (
    <>
      <span>
        Don&rsquo;t have an account?{' '}
        <Anchor component={Link} to={`/register${search}`} inherit underline="always">
          Sign up!
        </Anchor>
      </span>
      <Anchor component={Link} to="/reset-password" inherit underline="always">
        Forgot your password?
      </Anchor>
    </>
  )
  return (
    <AuthPage title="Welcome back" failure={failure} footer={elsewhere}>
      {hasEnded && !failure && (
        <Alert color="yellow" role="status">
          You have been signed out. Please sign in again.
        </Alert>
      )}
      <form className={styles.form} {...formProps}>
        <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Button type="submit" fullWidth loading={pending}>
          Log in
        </Button>
      </form>
    </AuthPage>
  )
}
