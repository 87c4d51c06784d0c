import type { SenderVerdict } from './check-sender.js'

/** Where a mail's own headers end. Larger heads are cut: nobody writes verdicts after 256 kB. */
const HEAD_BYTES = 256 * 1024

/**
 * The verdict of the server that took the mail, from its `Authentication-Results` (RFC 8601). A sender can write the same
 * header, but below the server's own: only the topmost one with the server's name counts. Undefined if it says nothing about
 * the domain in From.
 */
export function readAuthResults(raw: Buffer, authserv_id: string): Exclude<SenderVerdict, 'unknown'> | undefined {
  const lines = headerLinesOf(raw)
  const [from, ...more] = valuesOf(lines, 'from')
  // Several From headers: a mail program may show another one than the server checked.
  const domain = more.length === 0 ? domainOf(from ?? '') : undefined
  const own = valuesOf(lines, 'authentication-results').find((value) => idOf(value) === authserv_id.toLowerCase())
  if (!domain || own === undefined) return undefined
  const dmarc = withoutComments(own)
    .split(';')
    .slice(1)
    .map((result) => result.trim().toLowerCase())
    .find((result) => /^dmarc\s*=/.test(result))
  const [, verdict] = /^dmarc\s*=\s*(pass|fail)\b/.exec(dmarc ?? '') ?? []
  const [, checked] = /\bheader\.from\s*=\s*"?([^\s;"]+)/.exec(dmarc ?? '') ?? []
  if (!verdict || checked?.replace(/^.*@/, '') !== domain) return undefined
  return verdict as 'pass' | 'fail'
}

function headerLinesOf(raw: Buffer) {
  const text = raw.toString('latin1', 0, HEAD_BYTES)
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  return text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
}

const valuesOf = (lines: string[], name: string) =>
  lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim())

/** `mx.acme.com; …`, sometimes with a version after the name. */
const idOf = (value: string) => withoutComments(value).split(';', 1)[0]?.trim().split(/\s/, 1)[0]?.toLowerCase()

const withoutComments = (value: string) => value.replace(/\([^()]*\)/g, ' ')

/** Of one address. A list of several has no domain that can vouch for all. */
function domainOf(from: string) {
  const plain = withoutComments(from).replace(/"(?:[^"\\]|\\.)*"/g, '')
  const [only, ...more] = plain.match(/[^\s<>,;]+@[^\s<>,;]+/g) ?? []
  return more.length === 0 ? only?.replace(/^.*@/, '').toLowerCase() : undefined
}
