import type { IncomingHttpHeaders } from 'node:http'

/**
 * The site on whose page a browser makes a call. Undefined for our own pages, and for what is no browser: apps and scripts
 * send no origin, and could send any.
 */
export function siteOf({ origin, host }: IncomingHttpHeaders, base_url: string): string | undefined {
  if (!origin || origin === new URL(base_url).origin) return undefined
  const isOurs = host !== undefined && (origin === `https://${host}` || origin === `http://${host}`)
  return isOurs ? undefined : origin
}
