import { OrderedQueue } from '../../../platform/jobs/ordered-queue.js'
import type { Platform } from '../../../platform/platform.js'
import type { Lane } from '../../../platform/jobs/leased-work.js'
import { createAttemptStore } from './attempt-store.js'
import { mailPaused } from './mail-paused.js'
import {
  nextWaiting,
  noteFailures,
  noteRecovery,
  releaseLease,
  renewLease,
  type LeasedSubscription,
  type Waiting,
} from './receiver-state.js'
import { secretsOf } from './secrets.js'
import { sendDelivery, type Attempt } from './send-delivery.js'

/** Calls to one receiver at the same time. */
const CONCURRENCY = 10
/** After so many failures in a row the receiver gets a pause. */
const FAILURES_IN_A_ROW = 5
const PAGE = 200
/** With fewer waiting, the next page is read while these are sent. */
const READ_AHEAD_BELOW = 100
const RENEW_MS = 10_000
/** A change of the subscription is seen by the next page after this time. */
const FRESH_MS = 1_000

export interface ClaimedSubscription extends LeasedSubscription {
  id: string
  account_id: string
}

/** Sends what waits for one subscription, until nothing is left or it fails. The caller has its lease. */
export function openReceiver(platform: Platform, claimed: ClaimedSubscription, lease: string): Lane {
  const { id } = claimed
  const account = platform.account(claimed.account_id)
  /** Forgets a delivery when its attempt is stored. */
  const queue = new OrderedQueue<Waiting>()
  const attempts = createAttemptStore(account, id, lease, (delivery_id) => queue.forget(delivery_id))
  let subscription: LeasedSubscription = claimed
  let secrets = secretsOf(platform, account, claimed)
  let renewed_at = performance.now()
  let { failures } = claimed
  let senders = 0
  let ended = false
  /** There may be deliveries in the database that were not read yet. */
  let unread = true
  let loading: Promise<void> | undefined
  let finish: () => void = () => {}
  const idle = new Promise<void>((resolve) => (finish = resolve))

  const renew = async () => {
    const [row] = await account.run(renewLease, id, lease)
    if (!row) return void (ended = true)
    renewed_at = performance.now()
    subscription = row
    secrets = secretsOf(platform, account, row)
  }
  const load = async () => {
    if (performance.now() - renewed_at > FRESH_MS) await renew()
    if (ended) return
    unread = false
    const page = await account.run(nextWaiting, id, queue.held, PAGE)
    if (page.length === PAGE) unread = true
    queue.add(page)
    startSenders()
  }
  const read = () => (loading ??= load().finally(() => (loading = undefined)))
  const take = async () => {
    if (ended) return undefined
    const queued = queue.take()
    if (queued && unread && queue.heldCount < READ_AHEAD_BELOW) read().catch(() => (unread = true))
    if (queued) return queued
    if (unread || loading) await read()
    return ended ? undefined : queue.take()
  }

  const succeed = async (attempt: Attempt) => {
    const before = failures
    failures = 0
    await attempts.add(attempt)
    if (before === 0) return
    await attempts.flush()
    await account.run(noteRecovery, id, lease, before >= FAILURES_IN_A_ROW)
    fill()
  }
  const fail = async (attempt: Attempt, key: string) => {
    failures += 1
    const gives_up = failures >= FAILURES_IN_A_ROW
    if (gives_up) ended = true
    // Stored before anything else of this key is read again, so that nothing overtakes it.
    await attempts.add(attempt)
    await attempts.flush()
    // A page that was read before this was stored may contain followers.
    await loading
    queue.drop(key)
    unread = true
    await account.transaction(async (account) => {
      const [state] = await account.run(noteFailures, id, lease, failures, gives_up)
      if (!state?.is_paused) return
      ended = true
      await account.enqueue(mailPaused, { subscription_id: id })
    })
  }
  const send = async () => {
    for (let delivery = await take(); delivery; delivery = await take()) {
      const attempt = await sendDelivery(platform, subscription.webhook_url, secrets, delivery)
      await (attempt.is_ok ? succeed(attempt) : fail(attempt, delivery.order_key))
      queue.free(delivery.order_key)
    }
  }
  const startSenders = () => {
    // A receiver that failed gets one call at a time until it works again.
    while (!ended && senders < (failures > 0 ? 1 : CONCURRENCY)) {
      senders += 1
      void send()
        .catch((error: unknown) => {
          ended = true
          platform.log.error({ err: error, subscription_id: id }, 'webhook deliveries stopped')
        })
        .finally(() => {
          senders -= 1
          if (senders === 0) finish()
        })
    }
    if (senders === 0) finish()
  }
  const fill = () => {
    unread = true
    startSenders()
  }

  const run = async () => {
    const renewing = setInterval(() => void renew().catch(() => (ended = true)), RENEW_MS)
    try {
      fill()
      await idle
      ended = true
      await attempts.flush()
      await account.run(releaseLease, id, lease)
      return unread
    } finally {
      ended = true
      clearInterval(renewing)
    }
  }
  const done = run().catch((error: unknown) => {
    // The lease runs out, and what was not stored is sent again.
    platform.log.error({ err: error, subscription_id: id }, 'webhook deliveries stopped')
    return false
  })
  return { fill, stop: () => void (ended = true), done }
}
