import type { ImapFlow } from 'imapflow'
import type { Account } from '../../../../platform/account.js'
import { checkSender } from '../../../../platform/mail/incoming/check-sender.js'
import { readAuthResults } from '../../../../platform/mail/incoming/read-auth-results.js'
import { MailServerError } from '../../../../platform/mail/mail-server.js'
import type { Platform } from '../../../../platform/platform.js'
import type { HeldMailbox } from '../find-recipient.js'
import { MailboxGone, takeMail } from '../take-mail.js'
import { noteConnected, noteHandled, noteLeftOut, noteStuck } from './mailbox-state.js'

const PAGE = 200
/** After so many tries a mail that breaks the connection or the database is left out. */
const TRIES = 3
const DAY = 24 * 3_600_000

/** A mailbox whose row this process has leased. */
export interface LeasedMailbox extends HeldMailbox {
  id: string
  lease: string
}

/** Another process has the mailbox, or its settings were changed. */
export class LostLease extends Error {}

/** Where to go on. */
export interface Position {
  last_uid: number
  /** Mails that arrived earlier are passed over. */
  since: Date | null
}

/** Opens the folder for reading only: nothing is deleted or marked as read. */
export async function openFolder(
  client: ImapFlow,
  account: Account,
  { id, lease }: LeasedMailbox,
  folder: string,
): Promise<Position> {
  const { uidValidity, uidNext } = await client.mailboxOpen(folder, { readOnly: true }).catch((error: unknown) => {
    throw client.usable ? new MailServerError('no_folder', error) : error
  })
  const newest = uidNext ? uidNext - 1 : ((await client.fetchOne('*', { uid: true })) || { uid: 0 }).uid
  const [progress] = await account.run(noteConnected, id, lease, String(uidValidity), newest)
  if (!progress) throw new LostLease()
  return { last_uid: progress.last_uid, since: progress.rescan_since }
}

interface Work {
  platform: Platform
  account: Account
  client: ImapFlow
  mailbox: LeasedMailbox
  /** The name of the mailbox's server in `Authentication-Results`, if it is known. */
  authserv_id?: string | null | undefined
}

/** Takes the mails after the position in their order. Returns the next position. */
export async function takeNewMails(work: Work, { last_uid, since }: Position): Promise<Position> {
  const { client } = work
  // The server knows only days, in its own time zone.
  const day = since && new Date(since.getTime() - DAY)
  const found = await client.search({ uid: `${last_uid + 1}:*`, ...(day && { since: day }) }, { uid: true })
  if (!found) throw new MailServerError(client.usable ? 'refused' : 'connection')
  // `n:*` always contains the newest mail.
  const uids = found.filter((uid) => uid > last_uid).sort((a, b) => a - b)
  for (let start = 0; start < uids.length; start += PAGE) {
    const range = uids.slice(start, start + PAGE).join()
    const page = await client.fetchAll(range, { uid: true, size: true, internalDate: true }, { uid: true })
    if (!client.usable) throw new MailServerError('connection')
    for (const { uid, size = 0, internalDate } of page.sort((a, b) => a.uid - b.uid)) {
      const passed = since && internalDate && new Date(internalDate) < since
      if (!passed) await takeOne(work, uid, size)
    }
  }
  return { last_uid: uids.at(-1) ?? last_uid, since: null }
}

async function takeOne(work: Work, uid: number, size: number) {
  const { platform, account, mailbox } = work
  const { id, lease } = mailbox
  const keep = async ([row]: unknown[]) => {
    if (!row) throw new LostLease()
  }
  if (size > platform.config.mail_in_max_mb * 1_000_000)
    return keep(await account.run(noteLeftOut, id, lease, uid, 'too_large'))
  try {
    const is_message = await fetchAndTake(work, uid)
    return await keep(await account.run(noteHandled, id, lease, uid, is_message))
  } catch (error) {
    if (error instanceof MailboxGone) throw new LostLease()
    if (!isAboutMail(error)) throw error
    const [stuck] = await account.run(noteStuck, id, lease, uid)
    if (!stuck) throw new LostLease()
    if (stuck.stuck_tries < TRIES || !(await knows(work.client, uid))) throw error
    platform.log.warn({ err: error, mailbox_id: id, uid }, 'mail: a mail of a connected mailbox is left out')
    await keep(await account.run(noteLeftOut, id, lease, uid, 'unreadable'))
    if (!work.client.usable) throw error
  }
}

async function fetchAndTake({ platform, account, client, mailbox, authserv_id }: Work, uid: number) {
  const fetched = await client.fetchOne(String(uid), { source: true }, { uid: true })
  if (!client.usable) throw new MailServerError('connection')
  // Somebody deleted it meanwhile.
  if (!fetched || !fetched.source) return false
  const raw = fetched.source
  const outcome = await takeMail(platform, {
    raw,
    envelope: { to: [mailbox.email] },
    source: 'imap',
    verdict: (authserv_id && readAuthResults(raw, authserv_id)) || checkSender(raw),
    recipient: { account, mailbox },
  }).catch((error: unknown) => {
    throw error instanceof MailboxGone || isAboutMail(error) ? error : new MailServerError('not_stored', error)
  })
  return outcome.state === 'message'
}

/** Whether the server still answers about the mail. A server that is overloaded refuses this, too. */
async function knows(client: ImapFlow, uid: number) {
  if (!client.usable) return true
  return Boolean(await client.fetchOne(String(uid), { size: true }, { uid: true }).catch(() => undefined))
}

/** The mail itself is the reason, so another try fails, too. Everything else is tried until it works. */
function isAboutMail(error: unknown) {
  const { code = '', responseStatus } = error as { code?: string; responseStatus?: string }
  // Classes 22 and 23 of PostgreSQL are about values.
  return (
    /^(?:ParserError|LiteralTooLarge|ResponseTooLarge|LineTooLarge|2[23]\w{3}$)/.test(code) || responseStatus === 'NO'
  )
}
