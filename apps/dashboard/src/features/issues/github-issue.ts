/** Only URLs like `https://github.com/acme/shop/issues/7` are shown as links or synchronised. */
const ISSUE = /^\/[^/]+\/[^/]+\/issues\/\d+\/?$/

/** The URL of a GitHub issue and its short form, or null for anything else. */
export function readGithubIssue(text: string | null): { href: string; path: string } | null {
  if (!text || !URL.canParse(text)) return null
  const { protocol, host, pathname, username } = new URL(text)
  const isGithub = protocol === 'https:' && (host === 'github.com' || host === 'www.github.com') && !username
  if (!isGithub || !ISSUE.test(pathname)) return null
  return { href: `https://github.com${pathname}`, path: pathname.replace(/^\/|\/$/g, '') }
}
