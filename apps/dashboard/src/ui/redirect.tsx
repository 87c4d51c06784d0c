import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Leads on from here, and again from wherever somebody goes next. The router's own leads on once: an address that comes
 * before the last one was drawn would stay.
 */
export function Redirect({ to }: { to: string }) {
  const here = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(to, { replace: true })
  }, [here, navigate, to])
  return null
}
