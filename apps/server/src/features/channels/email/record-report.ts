import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { announceEmails } from './conversation-emails.js'
import { suppress } from './suppressed-emails.js'

/** A mail server's report about a mail of ours. Reports about other mails say nothing that can be trusted. */
export async function recordReport(
  account: Account,
  platform: Platform,
  { kind, report }: IncomingMail,
): Promise<string | undefined> {
  if (!report?.original_message_id) return undefined
  const mails = account.from('outgoing_mails').select(['id', 'conversation_id', 'people', 'message_ids'])
  const mail = await mails.where('rfc_message_id', '=', report.original_message_id).executeTakeFirst()
  if (!mail) return undefined

  const recipients = report.recipients.filter(
    ({ email, action }) => action === 'failed' && (mail.people as string[]).includes(canonicalEmail(email)),
  )
  const [first] = recipients
  if (!first) return mail.conversation_id
  const failure = first.diagnostic ?? first.status
  if (kind === 'bounce') {
    const changes = { state: 'bounced' as const, failure, updated_at: new Date() }
    await account.update('outgoing_mails').set(changes).where('id', '=', mail.id).execute()
    await announceEmails(account, mail.message_ids as string[])
  }
  for (const { email, status } of recipients) {
    // 4.x.x is a full mailbox or a server that is away: the next mail may arrive.
    if (status?.startsWith('4.')) continue
    await suppress(account, platform, email, kind === 'complaint' ? 'complaint' : 'bounce')
  }
  return mail.conversation_id
}
