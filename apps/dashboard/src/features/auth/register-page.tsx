import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { session } from '../../lib/session.js'
import { AuthPage } from './auth-page.js'
import styles from './auth-page.module.css'
import { checkRegistration } from './check-registration.js'
import { useAuthForm } from './use-auth-form.js'

export function RegisterPage() {
  const { invite } = useParams()
  const { search } = useLocation()
  const [query] = useSearchParams()
  const knownEmail = query.get('email') ?? ''
  const { form, formProps, sending, failure } = useAuthForm(
    {
      initialValues: { company_name: '', email: knownEmail, password: '', password_confirmation: '' },
      validate: (values) => checkRegistration(values, Boolean(invite)),
    },
    async ({ company_name, ...user }) => {
      const membership = invite ? { invite_token: invite } : { company_name }
      const body = { user: { ...membership, ...user } }
      session.signIn(await api.post('/registration', { body, anonymous: true }))
    },
  )

  const logIn = (
    <span>
      Already have an account?{' '}
      <Anchor component={Link} to={`/login${search}`} inherit underline="always">
        Log in!
      </Anchor>
    </span>
  )
  return (
    <AuthPage title={invite ? 'Join your team' : 'Get started'} failure={failure} footer={logIn}>
      <form className={styles.form} {...formProps}>
        {!invite && (
          <TextInput
            label="Company name"
            autoComplete="organization"
            autoFocus
            {...form.getInputProps('company_name')}
          />
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus={Boolean(invite) && !knownEmail}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          autoFocus={Boolean(invite && knownEmail)}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          {...form.getInputProps('password_confirmation')}
        />
        <Button type="submit" fullWidth loading={sending}>
          Register
        </Button>
      </form>
    </AuthPage>
  )
}
