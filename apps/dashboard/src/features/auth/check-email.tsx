import { Anchor, Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { AuthPage } from './auth-page.js'

/** Shown when the registration continues by email. It must not reveal whether the email has an account already. */
export function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const { search } = useLocation()
  const again = (
    <span>
      Wrong address?{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={onBack}>
        Change it
      </Anchor>
    </span>
  )
  return (
    <AuthPage title="Check your email" footer={again}>
      <p>
        We sent an email to <strong>{email}</strong>. Open the link in it to finish your registration. You will be asked
        for the password that you just chose.
      </p>
      <p>Nothing has arrived after a few minutes? Please check your spam folder as well.</p>
      <Button component={Link} to={`/login${search}`} fullWidth>
        Back to login
      </Button>
    </AuthPage>
  )
}
