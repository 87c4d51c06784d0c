/** The link of a website, with https:// if the text has no scheme. Null if it is no web address. */
export function websiteLink(text: string): string | null {
  const website = text.trim()
  // Some browsers accept a host with spaces.
  if (/\s/.test(website)) return null
  const hasScheme = /^https?:\/\//i.test(website)
  const href = hasScheme ? website : `https://${website}`
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  // "mailto:a@b.example" has a user name here.
  if (url.username || url.hostname.includes('%')) return null
  return hasScheme || /[^.]\.[^.]/.test(url.hostname) ? url.href : null
}
