import { createTransport } from 'nodemailer'
import { ServiceError } from '../../../features/channels/chat-services/chat-service.js'
import { listConnections } from '../../../features/channels/chat-services/connections.js'
import type { InboxMailer, MailPlace, SentByInbox } from '../../../features/channels/email/inbox-mailers.js'
import { addMailKeys } from '../../../features/inbox/messages/add-mail-keys.js'
import { checkRecipients } from '../../../platform/mail/check-recipients.js'
import { compose, MailRefused, type ComposedMail, type Mail } from '../../../platform/mail/compose.js'
import { defineStatement } from '../../../platform/statement.js'
import type { GoogleCaller } from '../google-api.js'
import { SERVICES } from '../oauth.js'
import { getHeaders, listSent, sendRaw, type GmailMessage } from './gmail-api.js'
import { noteHandled } from './mailbox-state.js'
import { OWN_HEADER } from './own-mark.js'

/** Sends the answers of an inbox through its Gmail mailbox, in the thread of the conversation. */
export const gmailMailer: InboxMailer = {
  async send(platform, account, place, mail) {
    const [mailbox] = await account.run(findMailboxOf, place.conversation_id)
    if (!mailbox) return undefined
    const caller = { platform, account, connection_id: mailbox.id }
    return explain(sendOnce(caller, mailbox, place, mail))
  },
  async addresses(account) {
    const mailboxes = await listConnections(account, SERVICES.gmail, { kind: 'support' })
    return mailboxes.flatMap(({ channel_id }) => channel_id ?? [])
  },
}

interface SendingMailbox {
  id: string
  email: string
  thread_id: string | null
}

const findMailboxOf = defineStatement<SendingMailbox>(
  'gmail.find-mailbox-of',
  `select s.id, s.channel_id as email,
    (select t.thread_id from gmail_threads t
      where t.account_id = $1 and t.connection_id = s.id and t.conversation_id = c.id order by t.thread_id limit 1)
   from conversations c join connected_services s on s.account_id = c.account_id and s.inbox_id = c.inbox_id
   where c.account_id = $1 and c.id = $2 and s.service = 'gmail' and s.kind = 'support'`,
)

/** A mail that a process began to send is looked for first: its answer may have been lost. */
async function sendOnce(
  caller: GoogleCaller,
  mailbox: SendingMailbox,
  place: MailPlace,
  mail: Mail,
): Promise<SentByInbox> {
  const { account, connection_id } = caller
  const { message_id = '' } = mail
  const [begun] = await account.run(beginSend, connection_id, message_id)
  const sent = (begun && !begun.is_new && (await findSent(caller, message_id, begun.begun_at))) || undefined
  const message = sent ?? (await send(caller, mailbox, mail, message_id))
  const rfc_message_id = (await getHeaders(caller, message.id, ['Message-ID'])).get('message-id')
  await account.run(noteHandled, connection_id, message.threadId, message.id, place.conversation_id)
  const keys = {
    gmail_id: message.id,
    gmail_thread_id: message.threadId,
    gmail_subject: mail.subject,
    gmail_message_id: rfc_message_id,
  }
  await addMailKeys(account, place.message_ids, keys)
  return { rejected: [], rfc_message_id }
}

async function send(caller: GoogleCaller, { email, thread_id }: SendingMailbox, mail: Mail, message_id: string) {
  // Answers and bounces come to the mailbox.
  const { envelope_from: _, reply_to: __, ...own } = mail
  const composed = compose(email, own)
  try {
    if (caller.platform.config.check_recipient_domains) await checkRecipients(composed)
    const raw = await toRaw({ ...composed, headers: { ...composed.headers, [OWN_HEADER]: message_id } })
    return await sendRaw(caller, raw, thread_id ?? undefined)
  } catch (error) {
    // Otherwise Gmail may have it.
    if (error instanceof MailRefused || (error instanceof ServiceError && error.failure !== 'unavailable'))
      await caller.account.run(forgetSend, message_id)
    throw error
  }
}

/** The bytes of a mail, with its Bcc: Gmail reads the recipients from the headers. */
export async function toRaw(mail: ComposedMail) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail(mail)
  return message as Buffer
}

async function findSent(caller: GoogleCaller, message_id: string, begun_at: Date): Promise<GmailMessage | undefined> {
  const { messages = [] } = await listSent(caller, new Date(begun_at.getTime() - 60_000))
  for (const message of messages) {
    const headers = await getHeaders(caller, message.id, [OWN_HEADER])
    if (headers.get(OWN_HEADER.toLowerCase()) === message_id) return message
  }
  return undefined
}

/** The errors of Gmail as those of a mail server: the team reads them at the message. */
async function explain<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const message = `Gmail: ${error.message}`
    throw error.failure === 'refused' ? new MailRefused(message) : new Error(message)
  }
}

const beginSend = defineStatement<{ begun_at: Date; is_new: boolean }>(
  'gmail.begin-send',
  `with begun as (
    insert into gmail_sends (account_id, connection_id, rfc_message_id) values ($1, $2, $3)
    on conflict do nothing returning begun_at
  )
  select begun_at, true as is_new from begun
  union all
  select begun_at, false from gmail_sends where account_id = $1 and rfc_message_id = $3`,
)

const forgetSend = defineStatement(
  'gmail.forget-send',
  `delete from gmail_sends where account_id = $1 and rfc_message_id = $2`,
)
