import type { MessageRecipients } from '@papercups/contract'
import { isEmail } from '../../../lib/is-email.js'

/** Nothing chosen is valid: the server knows who wrote last. */
export function areValid(email: MessageRecipients | null) {
  if (!email) return true
  const all = [email.to, email.cc ?? [], email.bcc ?? []].flat()
  return email.to.length > 0 && all.length <= 50 && all.every(isEmail)
}
