import type { DNSResolver } from 'mailauth'
import { inTime } from '../in-time.js'
import { resolveRecently } from '../resolve-recently.js'

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
  if (!isSigned(headOf(raw))) return 'unknown'
  const verdict = await inTime(check(raw, { helo: 'unknown.invalid', envelope_from: '' }), 'unknown')
  return verdict === 'pass' ? 'pass' : 'unknown'
}

const MOST_HEADERS = 256 * 1024

/** The headers, with the line break of the last one. The whole mail if nothing follows them. */
function headOf(raw: Buffer) {
  const ends = [raw.indexOf('\n\r\n'), raw.indexOf('\n\n')].filter((at) => at >= 0)
  return ends.length > 0 ? raw.subarray(0, Math.min(...ends) + 1) : raw
}

const isSigned = (head: Buffer) => /^dkim-signature:/im.test(head.toString('latin1', 0, MOST_HEADERS))

/** Only a signature covers the content. */
function signedPart(raw: Buffer) {
  const head = headOf(raw)
  return isSigned(head) ? raw : head
}

async function check(raw: Buffer, origin: Omit<MailOrigin, 'ip'> & { ip?: string }): Promise<SenderVerdict> {
  // Loaded with the first mail: it takes a twelfth of the server's start.
  const { authenticate } = await import('mailauth')
  try {
    const { dkim, spf, dmarc } = await authenticate(signedPart(raw), {
      ...(origin.ip && { ip: origin.ip }),
      helo: origin.helo,
      sender: origin.envelope_from,
      mta: 'papercups',
      disableArc: true,
      disableBimi: true,
      resolver: origin.resolver ?? resolveRecently,
    })
    const result = dmarc ? dmarc.status.result : undefined
    if (result === 'pass' || result === 'fail') return result
    // Several From addresses: nobody can vouch for all of them.
    const [from, ...more] = dkim.headerFrom
    if (result !== 'none' || !from || more.length > 0) return 'unknown'
    const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
    const signed = dkim.results.some(({ status }) => status.result === 'pass' && status.aligned)
    const sent = spf && spf.status.result === 'pass' && spf.domain.toLowerCase() === domain
    return signed || sent ? 'pass' : 'unknown'
  } catch {
    return 'unknown'
  }
}
