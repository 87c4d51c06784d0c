import { domainToASCII } from 'node:url'
import type { DNSResolver } from 'mailauth'
import { MailRefused, type ComposedMail } from './compose.js'
import { inTime } from './in-time.js'
import { resolveRecently } from './resolve-recently.js'

/** Mail to a mistyped domain would wait in the mail server for days. Throws `MailRefused` with the domain. */
export async function checkRecipients({ to, cc, bcc }: ComposedMail, resolver: DNSResolver = resolveRecently) {
  const domains = new Set([...to, ...cc, ...bcc].map((email) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()))
  for (const domain of domains)
    if (!(await inTime(takesMail(domainToASCII(domain), resolver), true)))
      throw new MailRefused(`No server takes mail for ${domain}`)
}

/** By its MX record, or without one by its own IP (RFC 5321). Only a clear answer of the name server counts as no. */
async function takesMail(domain: string, resolver: DNSResolver) {
  const ask = async (type: 'MX' | 'A' | 'AAAA') => {
    try {
      return await resolver(domain, type)
    } catch (error) {
      const { code } = error as { code?: string }
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined
    }
  }
  const servers = (await ask('MX')) as Array<{ exchange: string }> | undefined
  // An empty name says that the domain takes no mail (RFC 7505).
  if (!servers || servers.length > 0) return !servers?.every(({ exchange }) => exchange === '' || exchange === '.')
  for (const type of ['A', 'AAAA'] as const) if ((await ask(type))?.length !== 0) return true
  return false
}
