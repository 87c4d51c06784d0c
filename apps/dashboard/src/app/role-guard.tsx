import { Outlet, useLocation } from 'react-router'
import { useMe } from '../entities/user/me.js'
import { Redirect } from '../ui/redirect.js'

/** Redirects members from admin pages. The server checks roles on its own. */
export function AdminOnly({ otherwise }: { otherwise: string }) {
  return useMe().role === 'admin' ? <Outlet /> : <Redirect to={otherwise} />
}

/** Redirects an old path, with its query and hash. */
export function Moved({ from, to }: { from: string; to: string }) {
  const { pathname, search, hash } = useLocation()
  return <Redirect to={pathname.replace(from, to) + search + hash} />
}
