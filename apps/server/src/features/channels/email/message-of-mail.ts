import { MAX_BODY } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import { toSummary } from './conversation-emails.js'
import type { ThreadReason } from './find-thread.js'
import { mailKeysOf } from './mail-keys.js'
import { picturesOf, summarize, type StoredSummary } from './mail-summary.js'
import type { MailClaim } from './store-mail.js'
import { nameFiles, type MailFiles } from './store-mail-files.js'

export interface MailParts {
  mail: IncomingMail
  claim: MailClaim
  files: MailFiles
  delivery: { written_at?: Date | undefined; keysOf?: ((mail: IncomingMail) => Record<string, unknown>) | undefined }
}

/** The message that a mail becomes, and what is stored with it. */
export function messageOf({ mail, claim, files, delivery }: MailParts) {
  const named = nameFiles(files.raw, files.attachments)
  const summary = summarize(mail, picturesOf(files.content_ids, named.attachment_ids))
  const subject = mail.subject.slice(0, 255) || null
  return {
    named,
    summary,
    mail_keys: { ...mailKeysOf(mail, claim, summary, files.left_out), ...delivery.keysOf?.(mail) },
    body: mail.body.slice(0, MAX_BODY) || (files.attachments.length > 0 ? null : subject || '(no text)'),
    source: 'email' as const,
    subject,
    sent_at: delivery.written_at?.toISOString(),
  }
}

interface StoredMail {
  mail: IncomingMail
  claim: MailClaim
  thread_reason: ThreadReason
  summary: StoredSummary
}

export function broadcastMail(
  account: Account,
  { id: message_id, conversation_id, seq }: { id: string; conversation_id: string; seq: number },
  { mail, claim, thread_reason, summary }: StoredMail,
) {
  const incoming = toSummary({
    subject: mail.subject,
    verdict: claim.verdict,
    from_email: null,
    thread_reason,
    summary,
  })
  account.broadcastToTeam('email:changed', { message_id, conversation_id, seq, incoming, outgoing: [] })
}
