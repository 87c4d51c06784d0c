import type { EmailRecipients, ReplyRecipients } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { isMailAddress } from '../../../platform/mail/compose.js'
import { isOwnAddress } from '../../../platform/mail/own-address.js'
import type { Platform } from '../../../platform/platform.js'
import { findConversation, getConversation } from '../../inbox/conversations/queries.js'
import { withoutRepeats } from '../../inbox/messages/recipients.js'
import { getCustomer } from '../../people/customers/queries.js'
import { inboxMailerAddresses } from './inbox-mailers.js'
import type { StoredSummary } from './mail-summary.js'
import type { MailRecipients } from './outgoing-mails.js'
import { replySubjectOf } from './reply-subject.js'

/** Who gets an agent's message: the chosen recipients, or the person who wrote last before it. Undefined for nobody. */
export async function findRecipients(
  account: Account,
  { config }: Platform,
  conversation_id: string,
  message_id: string,
): Promise<MailRecipients | undefined> {
  const messages = account.from('messages').select(['private', 'user_id', 'seq']).where('id', '=', message_id)
  const message = await messages.executeTakeFirst()
  if (!message || message.private || message.user_id === null) return undefined
  const chosen = await account
    .from('message_recipients')
    .selectAll()
    .where('message_id', '=', message_id)
    .executeTakeFirst()
  if (chosen) {
    const outside = (emails: unknown[]) => (emails as string[]).filter((email) => !isOwnAddress(config, email))
    const to = outside(chosen.to_emails)
    return to.length > 0 ? { to, cc: outside(chosen.cc_emails), bcc: outside(chosen.bcc_emails) } : undefined
  }
  const to = await writerOf(account, conversation_id, await lastFromOutside(account, conversation_id, message.seq))
  if (!to || !isMailAddress(to)) return undefined
  // An agent who answered by mail may have sent the customer a copy already.
  const own = account.from('incoming_mails').select(['people', 'source']).where('message_id', '=', message_id)
  const { people = [], source } = (await own.executeTakeFirst()) ?? {}
  // It was written in the mailbox itself, and left from there.
  if (source === 'gmail') return undefined
  return (people as string[]).includes(canonicalEmail(to)) ? undefined : { to: [to], cc: [], bcc: [] }
}

/** The sender of the newest mail from outside the team, or the customer. */
async function writerOf(account: Account, conversation_id: string, last: MailFromOutside | undefined) {
  if (last) return last.reply_to_email ?? last.from_email
  const conversation = await findConversation(account, conversation_id)
  return conversation && (await getCustomer(account, conversation.customer_id)).email
}

type MailFromOutside = NonNullable<Awaited<ReturnType<typeof lastFromOutside>>>

/**
 * The newest mail, or the newest one before a message: people who wrote after it were not answered by it. Summaries are large, so
 * only the one of this mail is read.
 */
function lastFromOutside(account: Account, conversation_id: string, before_seq?: number) {
  const from_outside = account
    .from('incoming_mails')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.account_id', '=', 'incoming_mails.account_id')
        .onRef('messages.id', '=', 'incoming_mails.message_id'),
    )
    .select('incoming_mails.id')
    .where('incoming_mails.conversation_id', '=', conversation_id)
    .where('messages.customer_id', 'is not', null)
  const known = before_seq === undefined ? from_outside : from_outside.where('messages.seq', '<', before_seq)
  const newest = known.orderBy('messages.seq', 'desc').limit(1)
  const mails = account.from('incoming_mails').select(['reply_to_email', 'from_email', 'summary'])
  return mails.where('id', 'in', newest).executeTakeFirst()
}

/** Suggests who gets the next mail. */
export async function replyRecipientsOf(
  account: Account,
  platform: Platform,
  conversation_id: string,
): Promise<ReplyRecipients> {
  await getConversation(account, conversation_id)
  const subject = await replySubjectOf(account, platform, conversation_id)
  const received = await lastFromOutside(account, conversation_id)
  const writer = await writerOf(account, conversation_id, received)
  const reply = { to: writer ? [writer] : [], cc: [] }
  const others = await othersIn(account, conversation_id, received)
  const own = await ownAddresses(account)
  const isOutside = (email: string) => !isOwnAddress(platform.config, email) && !own.has(canonicalEmail(email))
  const { to, cc } = withoutRepeats({ to: reply.to, cc: others.filter(isOutside) })
  return { reply, reply_all: { to, cc } satisfies EmailRecipients, subject }
}

/** The other people of the newest mail: of the customer's, or of ours if they have not written. */
async function othersIn(account: Account, conversation_id: string, received: MailFromOutside | undefined) {
  if (received) {
    const { from, to = [], cc = [] } = received.summary as Partial<StoredSummary>
    return [from, ...to, ...cc].flatMap((person) => person?.email ?? [])
  }
  const sent = account.from('outgoing_mails').select(['to_emails', 'cc_emails'])
  const last = sent.where('conversation_id', '=', conversation_id).orderBy('created_at', 'desc').limit(1)
  const { to_emails = [], cc_emails = [] } = (await last.executeTakeFirst()) ?? {}
  return [...to_emails, ...cc_emails] as string[]
}

/** The company's own addresses: those that forward to ours, and connected mailboxes. */
export async function ownAddresses(account: Account) {
  const addresses = await account.from('forwarding_addresses').select('source_email_address').execute()
  const mailboxes = await account.from('connected_mailboxes').select('email').execute()
  const emails = [
    ...addresses.map((address) => address.source_email_address),
    ...mailboxes.map(({ email }) => email),
    ...(await inboxMailerAddresses(account)),
  ]
  return new Set(emails.flatMap((email) => (email ? canonicalEmail(email) : [])))
}
