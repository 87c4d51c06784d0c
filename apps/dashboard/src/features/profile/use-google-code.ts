import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'
import { useOAuthRefusal } from '../../lib/use-oauth-refusal.js'

/** Google redirects here with a code. It is used once and then removed from the URL. */
export function useGoogleCode() {
  useOAuthRefusal('Google')
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const used = useRef<string | null>(null)
  const code = query.get('code')
  const state = query.get('state') ?? 'personal'
  const scope = query.get('scope') ?? undefined

  useEffect(() => {
    if (!code || used.current === code) return
    used.current = code
    void connect({ code, state, scope }).then(async () => {
      await cache.invalidateQueries({ queryKey: ['google'] })
      await navigate('/settings/profile', { replace: true })
    })
  }, [code, state, scope, navigate, cache])
}

async function connect(query: { code: string; state: string; scope: string | undefined }) {
  try {
    const { ok } = await api.get('/google/oauth', { query })
    if (!ok) throw new Error('Google did not accept the authorization. Please try again.')
    notifications.show({ color: 'green', message: 'Your Google account is connected.' })
  } catch (error) {
    logError('Google was not connected', error)
    const title = 'Failed to authorize Google'
    notifications.show({ color: 'red', title, message: describeError(error), autoClose: false })
  }
}
