import { canonicalEmail } from '../../canonical.js'
import { isMailAddress } from '../compose.js'
import { headerLinesOf } from './header-lines.js'

/**
 * The canonical email of the only mailbox in the only From header. Undefined if two programs could read different senders:
 * one of them verifies its sender, and the other one would trust somebody else.
 */
export function soleSender(raw: Uint8Array): string | undefined {
  const { lines, is_cut } = headerLinesOf(raw)
  const [from, ...more] = lines.flatMap((line) => FROM.exec(line)?.[1] ?? [])
  if (is_cut || from === undefined || more.length > 0 || from.length > LONGEST_FROM) return undefined
  const [, in_brackets, bare] = MAILBOX.exec(from) ?? []
  const email = in_brackets ?? bare ?? ''
  const canonical = canonicalEmail(email)
  // Another spelling of a domain, such as one with a ligature, is another domain in DNS.
  return isMailAddress(email) && canonical === email.toLowerCase() ? canonical : undefined
}

const LONGEST_FROM = 1_000
/** Mail programs accept spaces before the colon, and some of them control characters. */
const FROM = /^[\s\p{C}]*from[\s\p{C}]*:(.*)$/isu
/** `Dana <dana@shop.test>` or `dana@shop.test (Dana)`: no list, no group, and outside of quotes no second `@`. */
const MAILBOX =
  /^\s*(?:(?:"(?:[^"\\]|\\.)*"|\([^()\\@<>,;:"]*\)|[^"()<>@,;:\\])*<([^<>\s]+)>|([^<>()"\s]+))\s*(?:\([^()\\@<>,;:"]*\)\s*)?$/s
