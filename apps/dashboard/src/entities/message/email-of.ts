import type { Message } from '@papercups/contract'

/** The subject and HTML of a message that came by email. In any other message these keys mean nothing. */
export function emailOf(message: Pick<Message, 'source' | 'metadata'> | undefined) {
  const metadata = message?.source === 'email' ? message.metadata : null
  return {
    subject: line(metadata?.['ses_subject']) ?? line(metadata?.['gmail_subject']),
    /** Present only when the mail had no plain text. */
    html: line(metadata?.['ses_html']),
  }
}

const line = (value: unknown) => (typeof value === 'string' && value.trim() ? value : null)
