import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Redirects on every navigation. The router's own redirect runs only once: a second URL that comes before the first has rendered would stay.
 */
export function Redirect({ to }: { to: string }) {
  const here = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(to, { replace: true })
  }, [here, navigate, to])
  return null
}
