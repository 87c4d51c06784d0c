/** Only URLs like `https://github.com/acme/shop/issues/7` are shown as links or synchronised. */
const ISSUE = /^\/[^/]+\/[^/]+\/issues\/\d+\/?$/

/** The URL of an issue on GitHub and its short form, or null for anything else. */
export function readGithubIssue(text: string | null, github_host: string): { href: string; path: string } | null {
  if (!text || !URL.canParse(text)) return null
  const { protocol, host, pathname, username } = new URL(text)
  const isGithub = protocol === 'https:' && host.replace(/^www\./, '') === github_host && !username
  if (!isGithub || !ISSUE.test(pathname)) return null
  return { href: `https://${github_host}${pathname}`, path: pathname.replace(/^\/|\/$/g, '') }
}
