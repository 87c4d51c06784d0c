import { ApiError } from '@papercups/client-core'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { meQuery } from '../../entities/user/me.js'
import { useSession } from '../../lib/use-session.js'
import { AuthPage } from './auth-page.js'

/** The target of the link in the verification email. Works with and without a session. */
export function VerifyPage() {
  const [query] = useSearchParams()
  const cache = useQueryClient()
  const token = query.get('token')?.trim() ?? ''
  // A query instead of an effect: the link works only once, and a query sends the same token only once.
  const verification = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      await api.post('/verify_email', { body: { token }, anonymous: true })
      void cache.invalidateQueries({ queryKey: meQuery.queryKey })
      return true
    },
    enabled: Boolean(token),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

  const { error, isFetching, refetch } = verification
  if (error instanceof ApiError && error.unreachable) {
    return (
      <AuthPage title="Email verification failed.">
        <p role="alert">{describeError(error)}</p>
        <Button fullWidth loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </AuthPage>
    )
  }
  if (!token || error) return <Failed />
  if (verification.isPending) {
    return (
      <AuthPage title="Verifying your email address…">
        <Skeleton height={20} />
        <Skeleton height={36} />
      </AuthPage>
    )
  }
  return (
    <AuthPage title="Email verified!">
      <p>Thanks for verifying your email address</p>
      <ContinueButton primary />
    </AuthPage>
  )
}

function Failed() {
  const signedIn = useSession().status === 'signed-in'
  return (
    <AuthPage title="Email verification failed.">
      <p>Something went wrong.</p>
      {signedIn && <NewLink />}
      <ContinueButton primary={!signedIn} />
    </AuthPage>
  )
}

function NewLink() {
  const resend = useMutation({ mutationFn: () => api.post('/verify_email/resend') })
  if (resend.isSuccess) return <p role="status">A new link is on its way to you.</p>
  return (
    <>
      {resend.isError && <p role="alert">{describeError(resend.error)}</p>}
      <Button fullWidth loading={resend.isPending} onClick={() => resend.mutate()}>
        Send a new link
      </Button>
    </>
  )
}

function ContinueButton({ primary }: { primary: boolean }) {
  const signedIn = useSession().status === 'signed-in'
  return (
    <Button
      component={Link}
      to={signedIn ? '/conversations' : '/login'}
      fullWidth
      variant={primary ? 'filled' : 'default'}
    >
      {signedIn ? 'Go to the inbox' : 'Go to login'}
    </Button>
  )
}
