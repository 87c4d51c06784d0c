import type { IncomingHttpHeaders } from 'node:http'

/**
 * The site on whose page a browser makes a call. Undefined for our own pages, and for clients that are no browser: apps and
 * scripts send no origin, and could send any. `named` is the site that the widget's frame names as the one around it: the
 * frame is a page of ours, so its own origin says nothing.
 */
export function siteOf(
  { origin, host }: IncomingHttpHeaders,
  base_url: string,
  named?: string | null,
): string | undefined {
  const ours = [new URL(base_url).origin, `https://${host}`, `http://${host}`]
  return [origin, named].find((site) => site && !ours.includes(site)) ?? undefined
}
