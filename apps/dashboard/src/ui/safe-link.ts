const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** The normalised URL, or null for a dangerous scheme such as javascript:. */
export function safeLink(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return ALLOWED.has(url.protocol) ? url.href : null
}
