import type { ConnectedMailbox, ImapSettings, MailServerFailure, SmtpSettings } from '@papercups/contract'
import { FAILURE_MESSAGES } from '../../../../platform/mail/mail-server.js'
import { toInstant, toInstantOrNull } from '../../../../platform/wire-time.js'
import type { MailboxRow } from './server-settings.js'

export function toConnectedMailbox(row: MailboxRow): ConnectedMailbox {
  const failing = row.failure !== null
  return {
    object: 'connected_mailbox',
    account_id: row.account_id,
    inbox_id: row.inbox_id,
    email: row.email,
    from_name: row.from_name,
    imap: row.imap as ImapSettings | null,
    imap_state: row.imap
      ? {
          state: failing ? 'failing' : row.connected_at ? 'connected' : 'connecting',
          connected_at: toInstantOrNull(row.connected_at),
          last_mail_at: toInstantOrNull(row.last_mail_at),
          failure: toFailure(row.failure, row.failing_since),
          left_out: row.left_out,
          left_out_reason: row.left_out_reason,
          left_out_at: toInstantOrNull(row.left_out_at),
        }
      : null,
    smtp: row.smtp as SmtpSettings | null,
    smtp_failure: toFailure(row.smtp_failure, row.smtp_failing_since),
  }
}

function toFailure(stored: string | null, since: Date | null) {
  if (stored === null || since === null) return null
  const reason = stored as MailServerFailure
  return { reason, message: FAILURE_MESSAGES[reason], since: toInstant(since) }
}
