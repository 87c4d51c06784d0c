import { ServiceError } from '../../../features/channels/chat-services/chat-service.js'
import { releaseLease, renewLease } from '../../../features/channels/chat-services/connection-state.js'
import type { ConnectionRow } from '../../../features/channels/chat-services/connections.js'
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

const RENEW_MS = 10_000
/** Threads of one mailbox that are read at the same time. */
const CONCURRENCY = 6
const PAGE = 100
const DAY = 24 * 3_600_000

/** Takes the new mail of one mailbox. The caller has its lease. */
export function openSync(platform: Platform, row: ConnectionRow, lease: string, mailFailing: MailFailing): Lane {
  const account = platform.account(row.account_id)
  const { id } = row
  const caller: GoogleCaller = { platform, account, connection_id: id }
  let ended = false
  let taken = 0
  const end = () => void (ended = true)
  const isEnded = () => ended

  const sync = async () => {
    const email = row.channel_id ?? ''
    const takes_since = new Date(Date.now() - platform.config.gmail_sync_days * DAY)
    const [state] = await account.run(openState, id, email, takes_since)
    if (!state) throw new MailboxDisconnected()
    await keepWatching(caller, state)
    await findChanges(caller, state, isEnded)
    const hold = async (within: typeof account) => (await within.run(holdConnection, id, lease)).length > 0
    const mailbox = { inbox_id: row.inbox_id ?? '', email, hold }
    const syncing = { caller, mailbox, takes_since: state.takes_since, connected_by: row.connected_by }
    await drain(syncing, isEnded, (count) => void (taken += count))
    if (!ended) await account.run(noteChecked, id)
  }
  const run = async () => {
    const renewing = setInterval(() => {
      account.run(renewLease, id, lease).then(([held]) => held ?? end(), end)
    }, RENEW_MS)
    try {
      await sync()
      const seconds = spread(platform.config.gmail_poll_seconds)
      if (!ended) await account.run(noteSynced, id, seconds, row.poll_at, taken > 0)
    } catch (error) {
      if (!(error instanceof MailboxGone || error instanceof MailboxDisconnected)) {
        await notePollError(account, mailFailing, row, error)
        if (!(error instanceof ServiceError))
          platform.log.error({ err: error, connection_id: id }, 'gmail: a mailbox could not be read')
      }
    } finally {
      clearInterval(renewing)
    }
    await account.run(releaseLease, id, lease, taken > 0)
    return false
  }
  const done = run().catch((error: unknown) => {
    // The lease runs out, and another try begins.
    platform.log.error({ err: error, connection_id: id }, 'gmail: the state of a mailbox could not be stored')
    return false
  })
  return { fill() {}, stop: end, done }
}

/** Mailboxes that were connected at the same time are not read at the same time for ever. */
const spread = (seconds: number) => Math.max(1, Math.round(seconds * (0.8 + Math.random() * 0.4)))

/** Reads the queued threads. The first failure ends it after the threads that are being read. */
async function drain(syncing: Syncing, isEnded: () => boolean, onTaken: (count: number) => void) {
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
          onTaken(await syncThread(syncing, thread))
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
