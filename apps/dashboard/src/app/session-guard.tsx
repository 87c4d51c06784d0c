import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Outlet, useLocation, useSearchParams } from 'react-router'
import { safeRedirect } from '../features/auth/safe-redirect.js'
import { describeError, UNREACHABLE } from '../lib/api-error.js'
import { meQuery } from '../entities/user/me.js'
import { session } from '../lib/session.js'
import { useSession } from '../lib/use-session.js'
import { Notice } from '../ui/notice.js'
import { Redirect } from '../ui/redirect.js'

/** Redirects signed-in users from the pages for signing in. */
export function SignedOutOnly({ landing }: { landing: string }) {
  const { status } = useSession()
  const [query] = useSearchParams()

  if (status === 'starting') return null
  if (status === 'signed-in') return <Redirect to={safeRedirect(query.get('redirect'), landing)} />
  return <Outlet />
}

/** Shows its children to a signed-in user, after loading who it is. */
export function SignedIn({ children, skeleton }: { children: ReactNode; skeleton: ReactNode }) {
  const state = useSession()
  const { pathname, search, hash } = useLocation()
  const ready = state.status === 'signed-in'
  const me = useQuery({ ...meQuery, enabled: ready })

  if (state.status === 'signed-out') {
    const here = pathname + search + hash
    const back = here === '/' || here === state.left ? '' : `?redirect=${encodeURIComponent(here)}`
    return <Redirect to={`/login${back}`} />
  }
  if (state.status === 'unreachable' || (me.isError && !me.data)) {
    const retry = () => (state.status === 'unreachable' ? session.start() : me.refetch())
    return (
      <main style={{ height: '100dvh' }}>
        <Notice
          role="alert"
          heading="h1"
          title="We cannot reach Papercups right now"
          actions={<Button onClick={() => void retry()}>Try again</Button>}
        >
          {me.error ? describeError(me.error) : UNREACHABLE}
        </Notice>
      </main>
    )
  }
  return ready && me.data ? children : skeleton
}
