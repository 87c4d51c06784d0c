import type { Account } from '../../../platform/account.js'
import { MailRefused, type Mail } from '../../../platform/mail/compose.js'
import type { Platform } from '../../../platform/platform.js'
import { addMailKeys } from '../../inbox/messages/add-mail-keys.js'
import { composeNotice } from './compose-notice.js'
import { composeReply } from './compose-reply.js'
import { sendThroughInbox } from './connected-mailbox/send-through-inbox.js'
import { announceEmails } from './conversation-emails.js'
import { sentMailKeysOf } from './mail-keys.js'
import { sendByInboxMailer, type SentByInbox } from './inbox-mailers.js'
import { findNextQueued, toOf, type OutgoingMail } from './outgoing-mails.js'
import { replyAddressOf } from './reply-address.js'
import { findSuppressed } from './suppressed-emails.js'
import { threadHeaders } from './thread-headers.js'
import { unsubscribeUrl } from './unsubscribe/unsubscribe-url.js'

/**
 * Sends the queued mails of a conversation in their order. A mail that may succeed later stops the rest and throws, so
 * that the job runs again. A mail that was refused for good is marked and skipped.
 */
export async function sendQueued(account: Account, platform: Platform, conversation_id: string) {
  for (;;) {
    const mail = await findNextQueued(account, conversation_id)
    if (!mail) return
    try {
      const composed = await composeMail(account, platform, mail)
      if (composed) await sendOne(account, platform, mail, composed)
      else await finish(account, mail, GONE)
    } catch (error) {
      const failure = (error instanceof Error ? error.message : 'Unknown error').slice(0, 1_000)
      await finish(account, mail, isFinal(error) ? { state: 'failed', failure } : { failure })
      if (!isFinal(error)) throw error
    }
  }
}

async function sendOne(account: Account, platform: Platform, mail: OutgoingMail, composed: Mail) {
  const { conversation_id, rfc_message_id } = mail
  const message_ids = mail.message_ids as string[]
  const by_service = await sendByInboxMailer(platform, account, { conversation_id, message_ids }, composed)
  const delivery = by_service ?? (await sendThroughInbox(account, platform, conversation_id, composed))
  await account.transaction(async (account) => {
    // A service has added its own.
    if (!by_service && mail.kind === 'reply')
      await addMailKeys(account, message_ids, sentMailKeysOf(composed, rfc_message_id))
    await finish(account, mail, sent(delivery))
  })
}

/** A server may refuse some of the recipients. */
const sent = ({ rejected, rfc_message_id }: SentByInbox) => ({
  ...(rfc_message_id && { rfc_message_id }),
  state: 'sent' as const,
  failure: rejected.length > 0 ? `Refused: ${rejected.join(', ')}`.slice(0, 1_000) : null,
  sent_at: new Date(),
})

const GONE = { state: 'failed' as const, failure: 'The message was deleted before it was sent' }

async function composeMail(account: Account, platform: Platform, mail: OutgoingMail): Promise<Mail | undefined> {
  // Automatic mail can be ended. The person may have done so while the mail waited.
  const is_automatic = mail.kind !== 'reply'
  if (mail.kind === 'issue' && (await hasUnsubscribed(account, platform, toOf(mail))))
    throw new MailRefused('The recipient has unsubscribed')
  const content = await (mail.kind === 'notice' ? composeNotice : composeReply)(account, platform, mail)
  if (!content) return undefined
  const address = replyAddressOf(platform, mail.conversation_id)
  const thread = await threadHeaders(account, mail)
  return {
    ...content,
    ...thread,
    account_id: account.id,
    to: mail.to_emails as string[],
    cc: mail.cc_emails as string[],
    bcc: mail.bcc_emails as string[],
    message_id: mail.rfc_message_id,
    ...(is_automatic && { unsubscribe_url: unsubscribeUrl(platform, account.id, toOf(mail)) }),
    // Answers and bounces come back to the conversation.
    ...(address && { reply_to: address, envelope_from: address }),
  }
}

async function hasUnsubscribed(account: Account, platform: Platform, email: string) {
  return (await findSuppressed(account, platform, [email])).some(({ reason }) => reason === 'unsubscribe')
}

/** The mail server's last word about this mail. A refused login is about the settings instead. */
function isFinal(error: unknown) {
  if (error instanceof MailRefused) return true
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}

async function finish(
  account: Account,
  { id, message_ids }: OutgoingMail,
  changes: { state?: OutgoingMail['state']; failure: string | null; sent_at?: Date; rfc_message_id?: string },
) {
  await account
    .update('outgoing_mails')
    .set({ ...changes, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await announceEmails(account, message_ids as string[])
}
