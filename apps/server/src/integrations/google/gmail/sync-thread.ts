import { takeMail } from '../../../features/channels/email/take-mail.js'
import type { HeldMailbox } from '../../../features/channels/email/find-recipient.js'
import { checkSender } from '../../../platform/mail/incoming/check-sender.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import { AnswerTooLong, type GoogleCaller } from '../google-api.js'
import { getRawMail, getThread, type GmailMessage } from './gmail-api.js'
import { noteHandled, noteLeftOut, noteStuck, noteThreadDone, type WaitingThread } from './mailbox-state.js'
import { isOwnMail } from './own-mark.js'

/** Mails that nobody sent to the company, or that are not sent yet. */
const LEFT_OUT = new Set(['SPAM', 'TRASH', 'DRAFT', 'CHAT', 'CATEGORY_PROMOTIONS'])
/** A thread of such mails only is no conversation. */
const NOISE = new Set(['CATEGORY_FORUMS', 'CATEGORY_UPDATES', 'CATEGORY_SOCIAL'])
/** After so many tries a mail that cannot be stored is left out. */
const TRIES = 3

export interface Syncing {
  caller: GoogleCaller
  mailbox: HeldMailbox
  takes_since: Date
  /** The user who is the author of mails that somebody wrote in Gmail itself, if no user has their address. */
  connected_by: number | null
}

/** Takes the mails of a thread that are not handled, in their order. Returns how many became messages. */
export async function syncThread(syncing: Syncing, thread: WaitingThread) {
  const { caller } = syncing
  const { account, connection_id } = caller
  const { thread_id, version } = thread
  const messages = wantedOf((await getThread(caller, thread_id))?.messages ?? [], syncing.takes_since)
  const handled = new Set(thread.handled_ids)
  let conversation_id = thread.conversation_id
  let taken = 0
  for (const message of messages) {
    if (handled.has(message.id)) continue
    const outcome = await takeOne(syncing, thread_id, message, conversation_id)
    if (outcome === 'stuck') return taken
    conversation_id ??= outcome
    if (outcome) taken += 1
    await account.run(noteHandled, connection_id, thread_id, message.id, outcome)
  }
  await account.run(noteThreadDone, connection_id, thread_id, version)
  return taken
}

function wantedOf(messages: GmailMessage[], since: Date) {
  const has = ({ labelIds = [] }: GmailMessage, labels: Set<string>) => labelIds.some((label) => labels.has(label))
  const wanted = messages.filter(
    (message) => !has(message, LEFT_OUT) && !(Number(message.internalDate) < since.getTime()),
  )
  return wanted.every((message) => has(message, NOISE)) ? [] : wanted
}

/** The conversation of the mail. Null if it became no message. */
async function takeOne(syncing: Syncing, thread_id: string, message: GmailMessage, conversation_id: string | null) {
  const { platform, account, connection_id } = syncing.caller
  try {
    return await fetchAndTake(syncing, message, conversation_id)
  } catch (error) {
    const reason = error instanceof AnswerTooLong ? 'too_large' : isAboutMail(error) ? 'unreadable' : undefined
    if (!reason) throw error
    if (reason === 'unreadable') {
      const [stuck] = await account.run(noteStuck, connection_id, thread_id)
      if (!stuck || stuck.tries < TRIES) return 'stuck'
    }
    platform.log.warn({ err: error, connection_id, mail: message.id }, 'gmail: a mail is left out')
    await account.run(noteLeftOut, connection_id, reason)
    return null
  }
}

/** The mail itself is the reason: classes 22 and 23 of PostgreSQL are about values. */
const isAboutMail = (error: unknown) => /^2[23]\w{3}$/.test(String((error as { code?: string }).code))

async function fetchAndTake(
  { caller, mailbox, connected_by }: Syncing,
  { id, threadId, labelIds = [] }: GmailMessage,
  conversation_id: string | null,
) {
  const { platform, account } = caller
  const mail = await getRawMail(caller, id, platform.config.mail_in_max_mb * 1_000_000)
  if (!mail) return null
  const is_sent = labelIds.includes('SENT')
  // Only Gmail sets this label, so nobody else can pass a mail off as ours.
  if (is_sent && isOwnMail(mail.raw)) return null
  if (is_sent && connected_by === null) return null
  const outcome = await takeMail(platform, {
    raw: mail.raw,
    envelope: { to: [mailbox.email] },
    source: 'gmail',
    provider_id: `${caller.connection_id}:${id}`,
    verdict: is_sent ? 'pass' : checkSender(mail.raw),
    recipient: { account, mailbox },
    written_at: mail.internalDate ? new Date(Number(mail.internalDate)) : undefined,
    conversation_id: conversation_id ?? undefined,
    sent_by: is_sent ? (connected_by ?? undefined) : undefined,
    keysOf: (parsed: IncomingMail) => ({
      gmail_id: id,
      gmail_thread_id: threadId,
      gmail_message_id: parsed.message_id,
      gmail_subject: parsed.subject,
      gmail_from: parsed.from?.email ?? null,
      gmail_ts: mail.internalDate ?? null,
    }),
  })
  return outcome.state === 'message' ? outcome.conversation_id : null
}
