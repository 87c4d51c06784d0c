import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { BouncedRecipient } from '../../../platform/mail/incoming/read-bounce.js'
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
  if (recipients.length === 0) return mail.conversation_id
  const changes =
    kind === 'bounce'
      ? { state: 'bounced' as const, failure: failureOf(recipients, mail.people) }
      : complaintOf(recipients)
  const reported = account
    .update('outgoing_mails')
    .set({ ...changes, updated_at: new Date() })
    .where('id', '=', mail.id)
  await (kind === 'bounce' ? reported : reported.where('state', '=', 'sent')).execute()
  await announceEmails(account, mail.message_ids as string[])
  for (const { email, status } of recipients) {
    // 4.x.x is a full mailbox or a server that is away: the next mail may arrive.
    if (status?.startsWith('4.')) continue
    await suppress(account, platform, email, kind === 'complaint' ? 'complaint' : 'bounce')
  }
  return mail.conversation_id
}

/** The mail may have reached the other recipients. */
function failureOf(recipients: BouncedRecipient[], people: unknown[]) {
  const reason = recipients[0]?.diagnostic ?? recipients[0]?.status ?? null
  return people.length > 1 ? [emailsOf(recipients), reason].filter(Boolean).join(': ') : reason
}

/** The mail arrived, so its state stays. */
const complaintOf = (recipients: BouncedRecipient[]) => ({ failure: `Marked as spam by ${emailsOf(recipients)}` })

const emailsOf = (recipients: BouncedRecipient[]) => recipients.map(({ email }) => email).join(', ')
