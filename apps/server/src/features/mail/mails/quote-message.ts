import type { Message } from '@papercups/contract'
import type { Quote } from './layout.js'

const LONGEST = 600

/** The part of a message that an email shows. */
export function quoteMessage({ user, customer, body, attachments }: Message): Quote {
  const name = user ? nameOf(user) : customer?.name || customer?.email || null
  const text = body || attachments.map(({ filename }) => filename).join(', ')
  return { name, text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text }
}

export const nameOf = (user: NonNullable<Message['user']>) => user.display_name || user.full_name || user.email
