import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { AuthPage } from './auth-page.js'

export function ResetRequestedPage() {
  return (
    <AuthPage title="Please check your email">
      <p>If there is an account with that address, a link to reset its password will be sent there shortly.</p>
      <p>Nothing has arrived after a few minutes? Please check your spam folder as well.</p>
      <Button component={Link} to="/login" fullWidth>
        Back to login
      </Button>
    </AuthPage>
  )
}
