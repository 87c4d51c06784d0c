import type { Lane } from '../../../platform/jobs/leased-work.js'
import { openOrderedLane } from '../../../platform/jobs/ordered-lane.js'
import type { Platform } from '../../../platform/platform.js'
import { ServiceError, type ChatService, type Outgoing, type ServiceContext } from './chat-service.js'
import {
  beginDeliveries,
  noteBehind,
  noteDone,
  noteFailure,
  noteRefused,
  noteSent,
  noteUntouched,
  noteWaiting,
  noteWorking,
  releaseLease,
  renewLease,
  type SentNote,
  type Waiting,
} from './connection-state.js'
import { openConnection, type ConnectionRow } from './connections.js'
import { announceDeliveries } from './delivery-state.js'
import type { MailFailing } from './mail-failing.js'
import { readOutgoing, threadKey } from './read-outgoing.js'
import { removePosts, sendEdit, sendMessage, sendRemoval, sendState } from './send-delivery.js'
import { createSentNotes } from './sent-notes.js'

/** Conversations that are sent to one connection at the same time. */
const CONCURRENCY = 4
const PAGE = 100
/** A message that was read earlier than this is read again: it may have been erased. */
const FRESH_MS = 1_000

interface Options<Post> {
  platform: Platform
  service: ChatService<Post>
  mailFailing: MailFailing
  lease: string
}

/** Sends what waits for one connection, until nothing is left or the service fails. The caller has its lease. */
export function openSender<Post>(
  { platform, service, mailFailing, lease }: Options<Post>,
  claimed: ConnectionRow,
): Lane {
  const { id } = claimed
  const account = platform.account(claimed.account_id)
  let row = claimed
  let { failures } = claimed
  let has_sent = false
  let stopped_by: string | undefined
  /** Begun in the database and not finished. */
  const begun = new Set<string>()

  /** Read with their page, by delivery. */
  const contents = new Map<string, { content: Outgoing; read_at: number }>()
  /** Threads that began after their page was read. */
  const started = new Map<string, string>()
  const notes = createSentNotes<SentNote>(async (sent) => {
    const stored = await account.run(noteSent, JSON.stringify(sent), service.id, row.team_id)
    const known = new Set(stored.map((note) => note.id))
    for (const { id, channel_id, post_ids, within } of sent)
      if (!known.has(id)) await removePosts(service, contextOf(), { channel_id, thread_id: within }, post_ids)
  })

  let opened: { row: ConnectionRow; context: ServiceContext } | undefined
  const contextOf = (): ServiceContext => {
    if (opened?.row === row) return opened.context
    const connection = openConnection(platform, account, row)
    if (!connection) throw new ServiceError('revoked', 'the stored token cannot be read')
    opened = { row, context: { platform, account, connection } }
    return opened.context
  }
  /** Undefined if the message was erased meanwhile. */
  const contentOf = async (delivery: Waiting) => {
    const known = contents.get(delivery.id)
    contents.delete(delivery.id)
    const is_fresh = known && Date.now() - known.read_at < FRESH_MS
    const content = is_fresh ? known.content : (await readOutgoing(account, service.id, [delivery])).get(delivery.id)
    const thread_id = content?.thread_id ?? started.get(keyOf(delivery))
    return content && { ...content, thread_id }
  }
  const send = async (delivery: Waiting) => {
    const context = contextOf()
    if (delivery.kind === 'message') {
      const content = await contentOf(delivery)
      if (!content) return account.run(noteDone, delivery.id)
      const sent = await sendMessage(service, context, content, delivery)
      if (sent.thread_id !== null) started.set(keyOf(delivery), sent.thread_id)
      notes.add(sent)
      if (delivery.failure === null) return undefined
      await notes.flush()
      return announceDeliveries(account, [delivery.id])
    }
    // They need what is stored about earlier messages.
    await notes.flush()
    if (delivery.kind === 'state') await sendState(service, context, delivery)
    else if (delivery.kind === 'removal') await sendRemoval(service, context, delivery)
    else {
      const content = await contentOf(delivery)
      if (content) await sendEdit(service, context, content)
    }
    return account.run(noteDone, delivery.id)
  }
  const succeed = async () => {
    has_sent = true
    if (failures === 0) return
    failures = 0
    await account.run(noteWorking, id, lease)
  }
  /** Returns whether the next delivery may be sent. */
  const fail = async (delivery: Waiting, error: ServiceError) => {
    const { failure, message: reason, retry_after_seconds } = error
    if (failure === 'refused') {
      // The next state of the conversation replaces one that cannot be shown.
      if (delivery.kind === 'state') await account.run(noteDone, delivery.id)
      else await account.run(noteRefused, delivery.id, reason, error.is_partly_sent)
      await announceDeliveries(account, [delivery.id])
      return true
    }
    failures += 1
    const is_unsure = failure === 'unavailable' || delivery.is_unsure || error.is_partly_sent
    await account.run(noteWaiting, delivery.id, is_unsure, reason)
    const pause = failure === 'limited' ? Math.min(retry_after_seconds ?? 30, 3_600) : null
    const [state] = await account.run(noteFailure, id, lease, reason, pause, failure === 'revoked')
    if (state?.must_mail) await account.enqueue(mailFailing, { connection_id: id })
    if (failure !== 'limited') stopped_by = reason
    await announceDeliveries(account, [delivery.id])
    return false
  }

  return openOrderedLane<Waiting>({
    platform,
    about: `the messages to ${service.name} over connection ${id}`,
    concurrency: CONCURRENCY,
    page: PAGE,
    async renew() {
      const [renewed] = await account.run(renewLease, id, lease)
      if (renewed) row = renewed
      return renewed !== undefined
    },
    async load(held, limit) {
      // Otherwise it would read messages that are sent.
      await notes.flush()
      const page = await account.run(beginDeliveries, id, held, limit)
      for (const { id, is_unsure } of page) if (!is_unsure) begun.add(id)
      const read_at = Date.now()
      for (const [id, content] of await readOutgoing(account, service.id, page)) contents.set(id, { content, read_at })
      return page.toSorted((a, b) => a.position - b.position)
    },
    async run(delivery) {
      try {
        begun.delete(delivery.id)
        await send(delivery)
        await succeed()
        return true
      } catch (error) {
        if (error instanceof ServiceError) return fail(delivery, error)
        platform.log.error({ err: error, connection_id: id }, 'a message to a service could not be sent')
        return fail(delivery, new ServiceError('unavailable', 'internal error'))
      }
    },
    async release() {
      // A message whose note is lost is looked for in the service before it is sent again.
      await notes.flush().catch((error: unknown) => {
        platform.log.error({ err: error, connection_id: id }, 'sent messages could not be noted')
      })
      if (begun.size > 0) await account.run(noteUntouched, [...begun])
      if (stopped_by !== undefined) {
        const behind = await account.run(noteBehind, id, stopped_by)
        await announceDeliveries(
          account,
          behind.slice(0, PAGE).map((delivery) => delivery.id),
        )
      }
      await account.run(releaseLease, id, lease, has_sent)
    },
  })
}

const keyOf = ({ order_key: conversation_id, channel_id }: Waiting) => threadKey({ conversation_id, channel_id })
