import { createHash } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { customerActor, userActor } from '../../../platform/actor.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { isUnavailable } from '../../../platform/is-unavailable.js'
import { confirmVerdict, type SenderVerdict } from '../../../platform/mail/incoming/check-sender.js'
import type { Envelope } from '../../../platform/mail/incoming/classify-mail.js'
import { readMail, type IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { createConversation } from '../../inbox/conversations/create-conversation.js'
import { createMessage, type Author } from '../../inbox/messages/create-message.js'
import { candidatesOf, findRecipient, inboxOf, isOwnSender, type Recipient } from './find-recipient.js'
import { findOrAddCustomer } from './find-sender.js'
import { findThread, type Sender, type Thread } from './find-thread.js'
import { lookUpMail } from './look-up-mail.js'
import { broadcastMail, messageOf } from './message-of-mail.js'
import { recordReport } from './record-report.js'
import { findOrAddRecipient, isToCustomer } from './sent-mail.js'
import { isRepeatedMail, mailRows, storeReport, type MailClaim, type ReportKind } from './store-mail.js'
import { nameFiles, storeMailBytes } from './store-mail-files.js'
import { storeTogether, type Taking } from './store-together.js'

/** A mail as one of the ways in delivers it. */
export interface MailDelivery {
  raw: Uint8Array
  /** Without recipients, they are read from the headers. */
  envelope: Envelope
  source: MailClaim['source']
  /** The source's own id of the mail. */
  provider_id?: string | undefined
  /** A check that still runs delays nothing but the mail's own row. */
  verdict: SenderVerdict | Promise<SenderVerdict>
  /** The recipient, if the source has looked it up already. */
  recipient?: Recipient | undefined
  /** When it was written, if it comes much later. */
  written_at?: Date | undefined
  /** The conversation of the provider's thread. It counts like a mail that this one answers. */
  conversation_id?: string | undefined
  /** Somebody wrote it in the mailbox itself, and the provider says so: this user, or the user who has its address. */
  sent_by?: number | undefined
  /** More metadata of the message. */
  keysOf?: ((mail: IncomingMail) => Record<string, unknown>) | undefined
}

export type MailOutcome =
  | { state: 'message'; conversation_id: string; message_id: string }
  /** It was taken before. */
  | { state: 'repeated' }
  /** Stored without a message. */
  | { state: 'ignored'; reason: ReportKind }
  /** Not stored. The source should say so to the sender's server. */
  | { state: 'refused'; reason: 'no_recipient' | 'own_address' }

/** The one way in for mail. When it resolves, the mail is stored or refused for good; when it throws, send it again. */
export async function takeMail(platform: Platform, delivery: MailDelivery): Promise<MailOutcome> {
  const mail = await readMail(delivery.raw, delivery.envelope)
  const recipient = delivery.recipient ?? (await findRecipient(platform, candidatesOf(mail, delivery.envelope)))
  if (!recipient) return { state: 'refused', reason: 'no_recipient' }
  if (!delivery.sent_by && (await isOwnSender(platform, recipient, mail)))
    return { state: 'refused', reason: 'own_address' }

  const { account } = recipient
  const { source, provider_id, conversation_id } = delivery
  const taken_key = takenKeyOf(mail, delivery.raw)
  const verdict = confirmVerdict(await delivery.verdict, delivery.raw, mail.from)
  const claim = { taken_key, source, provider_id, verdict, conversation_id }
  const { is_taken, sender, answered } = await lookUpMail(platform, account, mail, claim)
  if (is_taken) return { state: 'repeated' }
  sender.user_id ??= delivery.sent_by
  const thread = await findThread(account, recipient, { sender, answered })
  const report = mail.kind === 'person' || mail.kind === 'notification' ? undefined : mail.kind
  const place = report ?? thread
  if (!place) return { state: 'refused', reason: 'no_recipient' }

  const files = await storeMailBytes(account, platform, report ? { attachments: [] } : mail, delivery.raw)
  const taking = { platform, mail, recipient, claim, files, delivery, sender }
  const store = (account: Account) =>
    typeof place === 'string' ? ignoreMail(account, taking, place, thread) : storeMessage(account, taking, place)
  const is_known = sender.user_id !== undefined || sender.customer_id !== undefined
  try {
    const stored = typeof place === 'string' ? undefined : await storeTogether(taking, place)
    if (stored) return stored
    // An answer of somebody known is one statement, which needs no transaction around it.
    if (is_known && thread?.conversation_id && !report && !('mailbox' in recipient)) return await store(account)
    return await account.transaction(async (account) => {
      if ('mailbox' in recipient && !(await recipient.mailbox.hold(account))) throw new MailboxGone()
      return store(account)
    })
  } catch (error) {
    const outcome = outcomeOf(error)
    // The mail may be stored, or be stored a moment later, although the answer was lost. Then the bytes are needed.
    const may_be_stored = isUnavailable(error) || (await isTaken(account, taken_key).catch(() => true))
    if (outcome || !may_be_stored) await files.discard()
    if (outcome) return outcome
    throw error
  }
}

/** Rolls back: the mail of a user that reaches nobody opens no conversation. */
class NoThread extends Error {}

/** The mailbox was disconnected, or another process reads it. */
export class MailboxGone extends Error {}

/** The outcome of a mail that the database did not let in. Undefined for every other failure. */
function outcomeOf(error: unknown): MailOutcome | undefined {
  if (error instanceof NoThread) return { state: 'refused', reason: 'no_recipient' }
  return isRepeatedMail(error) ? { state: 'repeated' } : undefined
}

/** Keeps a mail that becomes no message. */
async function ignoreMail(
  account: Account,
  { platform, mail, claim, files }: Taking,
  reason: ReportKind,
  thread: Thread | undefined,
): Promise<MailOutcome> {
  await storeReport(account, mail, reason, nameFiles(files.raw, []), claim)
  const conversation_id = (await recordReport(account, platform, mail)) ?? thread?.conversation_id ?? null
  await account.update('incoming_mails').set({ conversation_id }).where('taken_key', '=', claim.taken_key).execute()
  return { state: 'ignored', reason }
}

async function storeMessage(account: Account, taking: Taking, thread: Thread): Promise<MailOutcome> {
  const { mail, recipient, claim, delivery, sender } = taking
  const { sent_by } = delivery
  const sent_from = sent_by !== undefined && 'mailbox' in recipient ? recipient.mailbox.email : undefined
  const author = await authorOf(account, mail, sender, thread, sent_from)
  const { named, mail_keys, summary, ...written } = messageOf(taking)
  const { subject } = written
  const draft = {
    ...written,
    private: Boolean(
      sent_from && thread.conversation_id && !(await isToCustomer(account, thread.conversation_id, mail, sent_from)),
    ),
  }
  const { thread_reason } = thread
  const together = mailRows(mail, named, claim, { thread_reason, summary })
  let [message_id, seq] = ['', 0]
  const write = async (account: Account, conversation_id: string) => {
    const message = await createMessage(account, author, { ...draft, conversation_id }, { mail_keys, together })
    message_id = message.id
    seq = message.seq
  }
  let { conversation_id } = thread
  if (conversation_id) await write(account, conversation_id)
  else {
    const inbox_id = inboxOf(recipient)
    const reached = 'customer_id' in author ? author.customer_id : await findOrAddRecipient(account, mail, sent_from)
    if (!reached || !inbox_id) throw new NoThread()
    const opened = { customer_id: reached, inbox_id, source: 'email' as const, subject }
    const actor = 'user_id' in author ? userActor(author.user_id) : customerActor(reached)
    conversation_id = (await createConversation(account, opened, actor, write)).id
  }
  broadcastMail(account, { id: message_id, conversation_id, seq }, { mail, claim, thread_reason, summary })
  return { state: 'message', conversation_id, message_id }
}

/** By mail from outside, a user answers only in a conversation that exists. Everybody else is a customer, also with a user's forged email. */
async function authorOf(
  account: Account,
  mail: IncomingMail,
  sender: Sender,
  thread: Thread,
  sent_from: string | undefined,
): Promise<Exclude<Author, 'visitor'>> {
  if (sender.user_id !== undefined && (thread.conversation_id || sent_from)) return { user_id: sender.user_id }
  return { customer_id: await findOrAddCustomer(account, sender, mail.from?.name) }
}

/** Message-ID alone is not enough: some clients repeat it, and a second mail must not be lost. */
function takenKeyOf(mail: IncomingMail, raw: Uint8Array) {
  const hash = createHash('sha256')
  if (!mail.message_id || mail.unreadable) return hash.update(raw).digest()
  const parts = [
    mail.message_id,
    canonicalEmail(mail.from?.email ?? ''),
    mail.text ?? '',
    mail.text ? '' : (mail.html ?? ''),
  ]
  return hash.update(JSON.stringify(parts)).digest()
}

async function isTaken(account: Account, taken_key: Buffer) {
  const mails = account.from('incoming_mails').select('id').where('taken_key', '=', taken_key)
  return (await mails.executeTakeFirst()) !== undefined
}
