import { ServiceError } from '../../../features/channels/chat-services/chat-service.js'
import type { ConnectionRow } from '../../../features/channels/chat-services/connections.js'
import { openLeasedRun, type Run } from '../../../features/channels/chat-services/leased-run.js'
import type { MailFailing } from '../../../features/channels/chat-services/mail-failing.js'
import { notePollError } from '../../../features/channels/chat-services/poll.js'
import { MailboxGone } from '../../../features/channels/email/take-mail.js'
import type { Lane } from '../../../platform/jobs/leased-work.js'
import type { Platform } from '../../../platform/platform.js'
import type { GoogleCaller } from '../google-api.js'
import { findChanges, MailboxDisconnected } from './find-changes.js'
import { watchMailbox } from './gmail-api.js'
import {
  holdConnection,
  loadWaiting,
  noteChecked,
  noteSynced,
  noteWatched,
  openState,
  type MailboxState,
  type WaitingThread,
} from './mailbox-state.js'
import { syncThread, type Syncing } from './sync-thread.js'

/** Threads of one mailbox that are read at the same time. */
const CONCURRENCY = 6
const PAGE = 100
const DAY = 24 * 3_600_000

/** Takes the new mail of one mailbox. The caller has its lease. */
export function openSync(platform: Platform, row: ConnectionRow, lease: string, mailFailing: MailFailing): Lane {
  const account = platform.account(row.account_id)
  const { id } = row
  const caller: GoogleCaller = { platform, account, connection_id: id }

  const work = async ({ isEnded, noteActivity }: Run) => {
    let has_taken = false
    const email = row.channel_id ?? ''
    const takes_since = new Date(Date.now() - platform.config.gmail_sync_days * DAY)
    const [state] = await account.run(openState, id, email, takes_since)
    if (!state) throw new MailboxDisconnected()
    await keepWatching(caller, state)
    await findChanges(caller, state, isEnded)
    const hold = async (within: typeof account) => (await within.run(holdConnection, id, lease)).length > 0
    const mailbox = { inbox_id: row.inbox_id ?? '', email, hold }
    const syncing = { caller, mailbox, takes_since: state.takes_since, connected_by: row.connected_by }
    await drain(syncing, isEnded, () => {
      has_taken = true
      noteActivity()
    })
    if (isEnded()) return
    await account.run(noteChecked, id)
    await account.run(noteSynced, id, spread(platform.config.gmail_poll_seconds), row.poll_at, has_taken)
  }
  const fail = async (error: unknown) => {
    if (error instanceof MailboxGone || error instanceof MailboxDisconnected) return
    await notePollError(account, mailFailing, row, error)
    if (!(error instanceof ServiceError))
      platform.log.error({ err: error, connection_id: id }, 'gmail: a mailbox could not be read')
  }
  return openLeasedRun({ platform, row, lease, work, fail })
}

/** Mailboxes that were connected at the same time are not read at the same time for ever. */
const spread = (seconds: number) => Math.max(1, Math.round(seconds * (0.8 + Math.random() * 0.4)))

/** Reads the queued threads. The first failure ends it after the threads that are being read. */
async function drain(syncing: Syncing, isEnded: () => boolean, onTaken: () => void) {
  const { account, connection_id } = syncing.caller
  let failure: { error: unknown } | undefined
  for (;;) {
    const waiting = await account.run(loadWaiting, connection_id, [], PAGE)
    if (waiting.length === 0 || isEnded()) return
    const next = waiting.values()
    const work = async () => {
      for (const thread of next as Iterable<WaitingThread>) {
        if (failure || isEnded()) return
        try {
          if ((await syncThread(syncing, thread)) > 0) onTaken()
        } catch (error) {
          failure ??= { error }
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    if (failure) throw failure.error
  }
}

/** With a Pub/Sub topic, Gmail reports new mail at once. The watch ends after a week and is renewed after two days. */
async function keepWatching(caller: GoogleCaller, { watched_until, connection_id }: MailboxState) {
  const { account, platform } = caller
  const { gmail_pubsub_topic: topic } = platform.config
  if (!topic || (watched_until && watched_until.getTime() > Date.now() + 5 * DAY)) return
  const { expiration } = await watchMailbox(caller, topic)
  await account.run(noteWatched, connection_id, new Date(Number(expiration)))
}
