import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { session } from '../../lib/session.js'
import { AuthPage } from './auth-page.js'
import styles from './auth-page.module.css'
import { CheckEmail } from './check-email.js'
import { checkRegistration } from './check-registration.js'
import { useAuthForm } from './use-auth-form.js'

export function RegisterPage() {
  const { invite } = useParams()
  const { search } = useLocation()
  const [query] = useSearchParams()
  const knownEmail = query.get('email') ?? ''
  const [emailedTo, setEmailedTo] = useState<string | null>(null)
  const { form, formProps, pending, failure } = useAuthForm(
    {
      initialValues: { company_name: '', email: knownEmail, password: '', password_confirmation: '' },
      validate: (values) => checkRegistration(values, Boolean(invite)),
    },
    async ({ company_name, ...user }) => {
      const membership = invite ? { invite_token: invite } : { company_name }
      const redirect = query.get('redirect')
      const body = { user: { ...membership, ...user }, ...(redirect && { redirect }) }
      const answer = await api.post('/registration', { body, anonymous: true })
      if ('token' in answer) session.signIn(answer)
      else setEmailedTo(user.email.trim())
    },
  )
  if (emailedTo) return <CheckEmail email={emailedTo} onBack={() => setEmailedTo(null)} />

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
        <Button type="submit" fullWidth loading={pending}>
          Register
        </Button>
      </form>
    </AuthPage>
  )
}
