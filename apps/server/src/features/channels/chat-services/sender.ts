import type { Lane } from '../../../platform/jobs/leased-work.js'
import { openOrderedLane } from '../../../platform/jobs/ordered-lane.js'
import type { Platform } from '../../../platform/platform.js'
import { ServiceError, type ChatService, type ServiceContext } from './chat-service.js'
import {
  beginDeliveries,
  noteDone,
  noteFailure,
  noteRefused,
  noteUntouched,
  noteWaiting,
  noteWorking,
  releaseLease,
  renewLease,
  type Waiting,
} from './connection-state.js'
import { openConnection, type ConnectionRow } from './connections.js'
import { announceDelivery } from './delivery-state.js'
import type { MailFailing } from './mail-failing.js'
import { sendEdit, sendMessage, sendRemoval, sendState } from './send-delivery.js'

/** Conversations that are sent to one connection at the same time. */
const CONCURRENCY = 4
const PAGE = 100

/** Of the kinds that leave nothing behind. */
const SENDERS = { edit: sendEdit, state: sendState, removal: sendRemoval }

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
  /** Begun in the database and not finished. */
  const begun = new Set<string>()

  const contextOf = (): ServiceContext => {
    const connection = openConnection(platform, account, row)
    if (!connection) throw new ServiceError('revoked', 'the stored token cannot be read')
    return { platform, account, connection }
  }
  const send = async (delivery: Waiting) => {
    const context = contextOf()
    if (delivery.kind === 'message') return sendMessage(service, context, delivery)
    await SENDERS[delivery.kind](service, context, delivery)
    await account.run(noteDone, delivery.id)
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
      await announceDelivery(account, delivery.id)
      return true
    }
    failures += 1
    const is_unsure = failure === 'unavailable' || delivery.is_unsure || error.is_partly_sent
    await account.run(noteWaiting, delivery.id, is_unsure, reason)
    const pause = failure === 'limited' ? Math.min(retry_after_seconds ?? 30, 3_600) : null
    const [state] = await account.run(noteFailure, id, lease, reason, pause, failure === 'revoked')
    if (state?.must_mail) await account.enqueue(mailFailing, { connection_id: id })
    await announceDelivery(account, delivery.id)
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
      const page = await account.run(beginDeliveries, id, held, limit)
      for (const { id, is_unsure } of page) if (!is_unsure) begun.add(id)
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
      if (begun.size > 0) await account.run(noteUntouched, [...begun])
      await account.run(releaseLease, id, lease, has_sent)
    },
  })
}
