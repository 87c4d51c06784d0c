import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Says that a service sent the user back without a code, for example because they declined, and clears the URL. */
export function useOAuthRefusal(service: string) {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const error = query.has('code') ? null : query.get('error')
  useEffect(() => {
    if (error === null) return
    const title = `Failed to authorize ${service}`
    // React runs effects twice in development: the id prevents a second notification.
    notifications.show({ id: title, color: 'red', title, message: describeRefusal(service, error), autoClose: false })
    void navigate(pathname, { replace: true })
  }, [error, service, pathname, navigate])
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
function describeRefusal(service: string, error: string) {
  if (error === 'access_denied') return 'The connection was not allowed.'
  // Anybody can make such a link, so only a code is shown.
  return /^\w{1,60}$/.test(error)
    ? `${service} did not allow the connection: ${error}.`
    : `${service} did not allow the connection.`
}
