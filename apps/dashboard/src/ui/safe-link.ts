const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** The address as the browser understands it, or null for one that could do more than lead somewhere. */
export function safeLink(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return ALLOWED.has(url.protocol) ? url.href : null
}
