import { Outlet, useLocation } from 'react-router'
import { useMe } from '../entities/user/me.js'
import { Redirect } from '../ui/redirect.js'

/** Leads members away from the pages of the admins. The server refuses their calls whatever is shown here. */
export function AdminOnly({ otherwise }: { otherwise: string }) {
  return useMe().role === 'admin' ? <Outlet /> : <Redirect to={otherwise} />
}

/** An address of old. What stands behind the path comes along. */
export function Moved({ from, to }: { from: string; to: string }) {
  const { pathname, search, hash } = useLocation()
  return <Redirect to={pathname.replace(from, to) + search + hash} />
}
