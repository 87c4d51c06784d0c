/**
 * The path if it is a page of ours, else null. The caller chooses it and it ends up in an email, so the rules are those of
 * the dashboard's `safeRedirect`: no other site, and no page for people who are not signed in.
 */
export function localPath(wanted: string | null | undefined, base_url: string): string | null {
  const { origin } = new URL(base_url)
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return null
  const { origin: target, pathname, search, hash } = new URL(wanted, origin)
  const loops = /^\/(login|register|reset|reset-password|reset-password-requested)(\/|$)/.test(pathname)
  const path = pathname + search + hash
  return target !== origin || loops || pathname.startsWith('//') || path.length > LONGEST ? null : path
}

const LONGEST = 2_000
