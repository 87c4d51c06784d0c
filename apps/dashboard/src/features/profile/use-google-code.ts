import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'

/** Google redirects here with a code. It is used once and then removed from the URL. */
export function useGoogleCode() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const used = useRef<string | null>(null)
  const code = query.get('code')
  const state = query.get('state') ?? 'personal'
  const scope = query.get('scope') ?? undefined

  useEffect(() => {
    if (!code || used.current === code) return
    used.current = code
    void connect({ code, state, scope }).then(() => navigate('/settings/profile', { replace: true }))
  }, [code, state, scope, navigate])
}

async function connect(query: { code: string; state: string; scope: string | undefined }) {
  try {
    const { ok } = await api.get('/google/oauth', { query })
    if (!ok) throw new Error('Google did not accept the authorization. Please try again.')
    notifications.show({ color: 'green', message: 'Your Google account is connected.' })
  } catch (error) {
    logError('Google was not connected', error)
    notifications.show({ color: 'red', title: 'Google was not connected', message: describeError(error) })
  }
}
