import type { EmailSummary } from '@papercups/contract'
import { domainToASCII, domainToUnicode } from 'node:url'
import { canonicalEmail } from '../canonical.js'
import type { MailPerson } from './incoming/parse-mail.js'

type Doubts = EmailSummary['doubts']

/** Letters of these alphabets can look the same. Nobody needs two of them in one word. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]
/** Cyrillic and Greek letters that look like Latin ones. */
const LIKE_LATIN = /^[аьсԁеғԍһіјӏкмոоорԛгѕтувԝхуαεικνορτυχ\d-]+$/iu
const EMAIL = /[^\s<>"'()]+@[^\s<>"'()]+/u

/** What could make a reader take the sender for somebody else. */
export function doubtsAbout(from: MailPerson | null): Doubts {
  if (!from) return { domain: null, reasons: [] }
  const at = from.email.lastIndexOf('@')
  const [local, written] = [from.email.slice(0, at), from.email.slice(at + 1)]
  const shown = domainToUnicode(written) || written
  const labels = shown.split('.')
  const named = EMAIL.exec(from.name ?? '')?.[0] ?? ''
  const isMixed = [...local.split(/[.+_-]/), ...labels, ...named.split(/[@.]/)].some(mixesAlphabets)
  const reasons: Doubts['reasons'] = [
    ...(isMixed ? (['mixed_alphabets'] as const) : []),
    ...(!isMixed && labels.some(looksLatin) ? (['looks_latin'] as const) : []),
    ...(named && canonicalEmail(named) !== canonicalEmail(from.email) ? (['other_email_in_name'] as const) : []),
  ]
  return { domain: otherForm(written, shown), reasons }
}

const mixesAlphabets = (word: string) => ALPHABETS.filter((letters) => letters.test(word)).length > 1

const looksLatin = (label: string) => /\P{ASCII}/u.test(label) && LIKE_LATIN.test(label)

/** Of an international domain, the form that the mail does not show. */
function otherForm(written: string, shown: string) {
  if (shown.toLowerCase() !== written.toLowerCase()) return shown
  const ascii = domainToASCII(written)
  return ascii && ascii !== written.toLowerCase() ? ascii : null
}
