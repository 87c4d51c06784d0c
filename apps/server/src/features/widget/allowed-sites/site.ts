import { domainToASCII } from 'node:url'

/** `[scheme://][*.]host[:port]`, in lower case; international names in ASCII form. */
const ENTRY = /^(?:(https?):\/\/)?(\*\.)?([^/:?#@\s*]+)(?::(\d{1,5}))?\/?$/
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

interface Site {
  scheme: string | undefined
  wild: boolean
  host: string
  port: string | undefined
}

/** The entry in its stored form, or undefined if it is no site. */
export function toSite(text: string): string | undefined {
  const site = readEntry(text.trim().toLowerCase())
  if (!site) return undefined
  const { scheme, wild, host, port } = site
  return `${scheme ? `${scheme}://` : ''}${wild ? '*.' : ''}${host}${port ? `:${port}` : ''}`
}

function readEntry(text: string): Site | undefined {
  const [, scheme, wild, name = '', port] = ENTRY.exec(text) ?? []
  const host = domainToASCII(name)
  const labels = host.split('.')
  if (!host || host.length > 253 || !labels.every((label) => LABEL.test(label))) return undefined
  // `*.com` is too wide, and browsers do not accept `*.127.0.0.1`.
  if (wild && (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? ''))) return undefined
  if (port && (Number(port) < 1 || Number(port) > 65_535)) return undefined
  return { scheme, wild: Boolean(wild), host, port: port && String(Number(port)) }
}

/** Whether the entry covers this origin. The star covers subdomains, not the name itself. */
export function covers(entry: string, origin: string): boolean {
  const site = readEntry(entry)
  const page = site && URL.canParse(origin) ? new URL(origin) : undefined
  if (!site || !page || !/^https?:$/.test(page.protocol)) return false
  if (site.scheme && page.protocol !== `${site.scheme}:`) return false
  // `port` is empty if it is the scheme's default.
  const usual = page.protocol === 'https:' ? '443' : '80'
  if ((page.port || usual) !== (site.port ?? usual)) return false
  return site.wild ? page.hostname.endsWith(`.${site.host}`) : page.hostname === site.host
}

/** The same as sources for frame-ancestors. */
export function toFrameAncestors(entries: string[]): string {
  const sources = entries.flatMap((entry) =>
    entry.includes('://') ? [entry] : [`https://${entry}`, `http://${entry}`],
  )
  return ["'self'", ...sources].join(' ')
}
