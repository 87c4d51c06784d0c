import type { Message } from '@papercups/contract'
import { printable, type Brand } from '../../mail/mails/brand.js'

/** The agent's display name, their full name, or the company's team. Their email is not shown. */
export function senderNameOf(user: NonNullable<Message['user']>, brand: Brand) {
  return printable(user.display_name ?? '') ?? printable(user.full_name ?? '') ?? `${brand.name} Team`
}
