import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DNSResolver } from 'mailauth'
import { canonicalEmail } from '../../canonical.js'
import { inTime } from '../in-time.js'
import { resolveRecently } from '../resolve-recently.js'
import type { MailPerson } from './parse-mail.js'
import { soleSender } from './sole-sender.js'

/** Whether the domain of a mail's From vouches for it. `unknown`: it cannot or does not say. */
export type SenderVerdict = 'pass' | 'fail' | 'unknown'

/** How the mail came to us. */
export interface MailOrigin {
  ip: string
  /** As the other server called itself. */
  helo: string
  envelope_from: string
  resolver?: DNSResolver | undefined
}

/**
 * Checks SPF, DKIM and DMARC. Where the domain has no DMARC record, a valid DKIM signature or SPF result of the same
 * domain counts as well. Without an origin only a signature can vouch: a provider's own verdict is a header, and anybody
 * can write headers.
 */
export async function checkSender(raw: Buffer, origin?: MailOrigin): Promise<SenderVerdict> {
  if (origin) return inTime<SenderVerdict>(check(raw, origin), 'unknown')
  if (countSignatures(headOf(raw)) === 0) return 'unknown'
  const verdict = await inTime(check(raw, { helo: 'unknown.invalid', envelope_from: '' }), 'unknown')
  return verdict === 'pass' ? 'pass' : 'unknown'
}

/**
 * `pass` counts only for the sender that the mail is stored with, and only if no program can read another one. Every way in has its
 * own check, so all verdicts come through here.
 */
export function confirmVerdict(verdict: SenderVerdict, raw: Uint8Array, from: MailPerson | null): SenderVerdict {
  if (verdict !== 'pass') return verdict
  return from && soleSender(raw) === canonicalEmail(from.email) ? 'pass' : 'unknown'
}

/** Each signature costs a pass over the whole mail, and each line of the head one over the lines below it. */
const MOST_SIGNATURES = 10
const LONGEST_HEAD = 64 * 1024
const MOST_LINES = 1_000
/** mailauth searches such a run from each of its signs. */
const LONG_RUN = /[\s:;]{500}/

/** The headers, with the line break of the last one. The whole mail if nothing follows them. */
function headOf(raw: Buffer) {
  const ends = [raw.indexOf('\n\r\n'), raw.indexOf('\n\n')].filter((at) => at >= 0)
  return ends.length > 0 ? raw.subarray(0, Math.min(...ends) + 1) : raw
}

const textOf = (head: Buffer) => head.toString('latin1', 0, LONGEST_HEAD)

const countSignatures = (head: Buffer) => textOf(head).match(/^dkim-signature\s*:/gim)?.length ?? 0

const isTooMuch = (head: Buffer) =>
  head.length > LONGEST_HEAD ||
  countSignatures(head) > MOST_SIGNATURES ||
  LONG_RUN.test(textOf(head)) ||
  textOf(head).split('\n', MOST_LINES + 1).length > MOST_LINES

/** Of mails that take longer, nothing is known. */
const MOST_MS = 10_000
const PART_BYTES = 16 * 1024
const LINE_FEED = 10

/** The rest of the server gets a turn between the parts. mailauth takes each line without CR alone, so they get one. */
async function* partsOf(bytes: Buffer) {
  const begun = Date.now()
  let at = 0
  while (at < bytes.length) {
    let end = at + PART_BYTES
    // A line break of two signs stays in one part.
    if (bytes[end] === LINE_FEED) end += 1
    yield Buffer.from(bytes.toString('latin1', at, Math.min(end, bytes.length)).replace(/(?<!\r)\n/g, '\r\n'), 'latin1')
    at = end
    await nextTurn()
    if (Date.now() - begun > MOST_MS) throw new Error('The mail takes too long to check')
  }
}

async function check(raw: Buffer, origin: Omit<MailOrigin, 'ip'> & { ip?: string }): Promise<SenderVerdict> {
  // Loaded with the first mail: it takes a twelfth of the server's start.
  const { authenticate } = await import('mailauth')
  const sender = soleSender(raw)
  const head = headOf(raw)
  const is_too_much = isTooMuch(head)
  if (is_too_much && !sender) return 'unknown'
  // Only a signature covers the content, and without signatures From is enough.
  const part = is_too_much ? Buffer.from(`From: ${sender}\r\n\r\n`) : countSignatures(head) > 0 ? raw : head
  try {
    const { dkim, spf, dmarc } = await authenticate(Readable.from(partsOf(part)), {
      ...(origin.ip && { ip: origin.ip }),
      helo: origin.helo,
      sender: origin.envelope_from,
      mta: 'papercups',
      disableArc: true,
      disableBimi: true,
      resolver: origin.resolver ?? resolveRecently,
    })
    const result = dmarc ? dmarc.status.result : undefined
    // A signature that nobody checked may be valid.
    if (result === 'fail') return is_too_much ? 'unknown' : 'fail'
    // mailauth must have checked the sender that everybody reads.
    const [from, ...more] = dkim.headerFrom
    if (!sender || !from || more.length > 0 || canonicalEmail(from) !== sender) return 'unknown'
    if (result === 'pass') return 'pass'
    if (result !== 'none') return 'unknown'
    const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
    const signed = dkim.results.some(({ status }) => status.result === 'pass' && status.aligned)
    const sent = spf && spf.status.result === 'pass' && spf.domain.toLowerCase() === domain
    return signed || sent ? 'pass' : 'unknown'
  } catch {
    return 'unknown'
  }
}
