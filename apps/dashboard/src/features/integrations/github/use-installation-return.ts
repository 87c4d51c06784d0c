import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { logError } from '../../../lib/log-error.js'

/** React runs effects twice in development. */
const begun = new Set<string>()

/** GitHub sent the user back after an installation, without a code. The sign-in at GitHub is next. */
export function useInstallationReturn() {
  const [query] = useSearchParams()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const installation_id = query.get('installation_id')
  const setup_action = query.get('setup_action')
  // A member of an organization can only ask for an installation, which has no number yet.
  const is_back = !query.has('code') && (installation_id !== null || setup_action === 'request')
  useEffect(() => {
    if (!is_back || !setup_action || begun.has(search)) return
    begun.add(search)
    const proceed = async () => {
      try {
        const given = { setup_action, ...(installation_id && { installation_id }) }
        const { url } = await api.get('/github/oauth', { query: given })
        if (url) return window.location.assign(url)
      } catch (error) {
        const title = 'Failed to authorize GitHub'
        logError(title, error)
        notifications.show({ color: 'red', title, message: describeError(error), autoClose: false })
      }
      begun.delete(search)
      await navigate(pathname, { replace: true })
    }
    void proceed()
  })
}
