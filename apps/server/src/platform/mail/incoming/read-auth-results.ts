import type { SenderVerdict } from './check-sender.js'
import { headerLinesOf } from './header-lines.js'
import { soleSender } from './sole-sender.js'

/**
 * The verdict of the server that took the mail, from its `Authentication-Results` (RFC 8601). A sender can write the same
 * header, but below the server's own: only the topmost one with the server's name counts. Undefined if it says nothing about
 * the domain in From.
 */
export function readAuthResults(raw: Buffer, authserv_id: string): Exclude<SenderVerdict, 'unknown'> | undefined {
  const own = headerLinesOf(raw)
    .lines.flatMap((line) => /^authentication-results:(.*)$/is.exec(line)?.[1] ?? [])
    .find((value) => idOf(value) === authserv_id.toLowerCase())
  const dmarc = withoutComments(own ?? '')
    .split(';')
    .slice(1)
    .map((result) => result.trim().toLowerCase())
    .find((result) => /^dmarc\s*=/.test(result))
  const [, verdict] = /^dmarc\s*=\s*(pass|fail)\b/.exec(dmarc ?? '') ?? []
  const [, checked] = /\bheader\.from\s*=\s*"?([^\s;"]+)/.exec(dmarc ?? '') ?? []
  const sender = soleSender(raw)
  if (verdict === 'fail' && !sender) return 'fail'
  if (!verdict || !sender || checked?.replace(/^.*@/, '') !== sender.replace(/^.*@/, '')) return undefined
  return verdict as 'pass' | 'fail'
}

/** `mx.acme.com; …`, sometimes with a version after the name. */
const idOf = (value: string) => withoutComments(value).split(';', 1)[0]?.trim().split(/\s/, 1)[0]?.toLowerCase()

const withoutComments = (value: string) => value.replace(/\([^()]*\)/g, ' ')
