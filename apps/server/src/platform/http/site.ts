import type { IncomingHttpHeaders } from 'node:http'

/**
 * The site whose page makes the call. Undefined for our own pages and for clients other than browsers: they send no origin, or
 * any. `named` is the embedding site as the widget's frame reports it; the frame itself has our origin.
 */
export function siteOf(
  { origin, host }: IncomingHttpHeaders,
  base_url: string,
  named?: string | null,
): string | undefined {
  const ours = [new URL(base_url).origin, `https://${host}`, `http://${host}`]
  return [origin, named].find((site) => site && !ours.includes(site)) ?? undefined
}
