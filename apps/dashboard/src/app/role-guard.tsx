import { Navigate, Outlet, useLocation } from 'react-router'
import { useMe } from '../lib/me.js'

/** Leads members away from the pages of the admins. The server refuses their calls whatever is shown here. */
export function AdminOnly({ otherwise }: { otherwise: string }) {
  return useMe().role === 'admin' ? <Outlet /> : <Navigate to={otherwise} replace />
}

/** An address of old. What stands behind the path comes along. */
export function Moved({ from, to }: { from: string; to: string }) {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={pathname.replace(from, to) + search + hash} replace />
}
