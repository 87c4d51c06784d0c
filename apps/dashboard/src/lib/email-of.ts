import type { Message } from '@papercups/contract'

/** What a mail carries beside its text. Metadata is anybody's to fill, so nothing is taken on trust. */
export function emailOf(metadata: Message['metadata']) {
  return {
    subject: line(metadata?.['ses_subject']) ?? line(metadata?.['gmail_subject']),
    /** Present only when the mail had no plain text. */
    html: line(metadata?.['ses_html']),
  }
}

const line = (value: unknown) => (typeof value === 'string' && value.trim() ? value : null)
