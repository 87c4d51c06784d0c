import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { AuthPage } from './auth-page.js'

export function ResetRequestedPage() {
  return (
    <AuthPage title="Please check your email">
      <p>If an account uses that email, we will send it a link to reset the password shortly.</p>
      <p>If nothing has arrived after a few minutes, please check your spam folder.</p>
      <Button component={Link} to="/login" fullWidth>
        Back to login
      </Button>
    </AuthPage>
  )
}
