import type { Message } from '@papercups/contract'

/** The subject and HTML of a message that came by email. In any other message these keys mean nothing. */
export function emailOf(message: Pick<Message, 'source' | 'metadata'> | undefined) {
  const metadata = message?.source === 'email' ? message.metadata : null
  return {
    subject: nonBlank(metadata?.['ses_subject']) ?? nonBlank(metadata?.['gmail_subject']),
    /** Present only when the mail had no plain text. */
    html: nonBlank(metadata?.['ses_html']),
  }
}

const nonBlank = (value: unknown) => (typeof value === 'string' && value.trim() ? value : null)
