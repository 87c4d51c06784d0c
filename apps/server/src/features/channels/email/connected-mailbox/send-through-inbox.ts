import type { MailServerFailure } from '@papercups/contract'
import type { Account } from '../../../../platform/account.js'
import { checkRecipients } from '../../../../platform/mail/check-recipients.js'
import { compose, type Mail } from '../../../../platform/mail/compose.js'
import type { Delivery } from '../../../../platform/mail/mailer.js'
import { toMailServerError } from '../../../../platform/mail/mail-server.js'
import { connectSmtp } from '../../../../platform/mail/smtp.js'
import type { Platform } from '../../../../platform/platform.js'
import { mailFailing } from './mail-failing.js'
import { storedServer } from './server-settings.js'

/** Sends a mail of a conversation through the mail server of its inbox, else through the one of the install. */
export async function sendThroughInbox(
  account: Account,
  platform: Platform,
  conversation_id: string,
  mail: Mail,
): Promise<Pick<Delivery, 'rejected'>> {
  const mailbox = await findMailboxOf(account, conversation_id)
  if (!mailbox?.smtp) return platform.mail.sendMail(mail)
  const { id, email, from_name, imap } = mailbox
  // Providers refuse other senders. Bounces come to the mailbox, and with IMAP so do answers.
  const { envelope_from: _, reply_to, ...own } = mail
  const name = from_name ?? mail.from_name
  const sent = compose(email, { ...own, from_name: name, envelope_from: email, reply_to: imap ? undefined : reply_to })
  if (platform.config.check_recipient_domains) await checkRecipients(sent)
  try {
    const server = storedServer(platform, account, mailbox.smtp, mailbox.smtp_password_encrypted)
    if (!server) throw Object.assign(new Error('The password cannot be read'), { code: 'EAUTH' })
    const transport = await connectSmtp(platform.outbound, server)
    const { rejected } = await transport.sendMail(sent).finally(() => transport.close())
    if (mailbox.smtp_failure) await noteSmtp(account, id, null)
    return { rejected }
  } catch (error) {
    if (!(error as { responseCode?: number }).responseCode || (error as { code?: string }).code === 'EAUTH')
      await noteSmtp(account, id, toMailServerError(error).reason)
    throw error
  }
}

function findMailboxOf(account: Account, conversation_id: string) {
  return account
    .from('connected_mailboxes')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.account_id', '=', 'connected_mailboxes.account_id')
        .onRef('conversations.inbox_id', '=', 'connected_mailboxes.inbox_id'),
    )
    .selectAll('connected_mailboxes')
    .where('conversations.id', '=', conversation_id)
    .executeTakeFirst()
}

/** The admins get a mail at the first wrong password. */
async function noteSmtp(account: Account, id: string, smtp_failure: MailServerFailure | null) {
  await account.transaction(async (account) => {
    const rows = account.from('connected_mailboxes').select(['smtp_failure', 'smtp_failing_since']).where('id', '=', id)
    const before = await rows.forUpdate().executeTakeFirst()
    const smtp_failing_since = smtp_failure && (before?.smtp_failing_since ?? new Date())
    const changes = { smtp_failure, smtp_failing_since }
    await account.update('connected_mailboxes').set(changes).where('id', '=', id).execute()
    if (smtp_failure === 'wrong_password' && before?.smtp_failure !== smtp_failure)
      await account.enqueue(mailFailing, { mailbox_id: id })
  })
}
