import { canonicalEmail } from '../canonical.js'
import type { Config } from '../config.js'

/** Reply addresses, and the forwarding addresses that the server makes. */
const MADE_BY_US = /^(?:reply\+.*|[a-z0-9]{32})$/

/** A mail to this address would come back to us. Other addresses at our domain may be people. */
export function isOwnAddress(
  { mail_from, mail_in_domain }: Pick<Config, 'mail_from' | 'mail_in_domain'>,
  text: string,
) {
  const email = canonicalEmail(text)
  const at = email.lastIndexOf('@')
  if (email.slice(at + 1) === mail_in_domain?.toLowerCase() && MADE_BY_US.test(email.slice(0, at))) return true
  return email === canonicalEmail(/<([^<>]+)>/.exec(mail_from)?.[1] ?? mail_from)
}
