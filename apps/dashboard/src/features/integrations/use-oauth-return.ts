import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { connectedServicesQuery } from '../../entities/integration/connected-services.js'
import { describeError } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'
import { useOAuthRefusal } from '../../lib/use-oauth-refusal.js'

/** A code works once, and React runs effects twice in development. */
const redeemed = new Set<string>()

/**
 * Ends an OAuth that began on this page: the service sent the user back with a code, or with an error. Returns whether that
 * goes on.
 */
export function useOAuthReturn(
  service: string,
  finish: (given: { code: string; state?: string }) => Promise<unknown>,
  queryRoot: string = service.toLowerCase(),
) {
  useOAuthRefusal(service)
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const code = query.get('code')
  const state = query.get('state')
  const [pending, setPending] = useState(code !== null)
  useEffect(() => {
    if (code === null || redeemed.has(code)) return
    redeemed.add(code)
    const end = async () => {
      try {
        await finish({ code, ...(state && { state }) })
      } catch (error) {
        logError(`Failed to authorize ${service}`, error)
        const title = `Failed to authorize ${service}`
        notifications.show({ color: 'red', title, message: describeError(error), autoClose: false })
      }
      await cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      await cache.invalidateQueries({ queryKey: [queryRoot] })
      setPending(false)
      await navigate(pathname, { replace: true })
    }
    void end()
  })
  return pending
}
