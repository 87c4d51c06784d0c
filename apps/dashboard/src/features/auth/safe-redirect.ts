/** Allows a `redirect` query only to our own pages, because anybody can write such a link. */
export function safeRedirect(wanted: string | null, fallback: string, origin = window.location.origin): string {
  if (!wanted?.startsWith('/')) return fallback
  // Browsers read `//host`, `/\host` and `/<tab>/host` as another site, so the parser decides, not a pattern.
  if (!URL.canParse(wanted, origin)) return fallback
  const { origin: target, pathname, search, hash } = new URL(wanted, origin)
  const loops = /^\/(login|register|reset|reset-password|reset-password-requested)(\/|$)/.test(pathname)
  // A path that starts with two slashes would lead to another site on its next use.
  if (target !== origin || loops || pathname.startsWith('//')) return fallback
  return pathname + search + hash
}
