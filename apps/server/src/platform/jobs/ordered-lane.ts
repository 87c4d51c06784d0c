import type { Platform } from '../platform.js'
import type { Lane } from './leased-work.js'
import { OrderedQueue } from './ordered-queue.js'

const RENEW_MS = 10_000

interface Options<Item> {
  platform: Platform
  /** For the log, for example `the runs of a function`. */
  about: string
  concurrency: number
  page: number
  /** False: the lease is lost, so nothing more is begun. */
  renew(): Promise<boolean>
  /** In order, without the items that the lane already has. */
  load(held: string[], limit: number): Promise<Item[]>
  /** False ends the lane: nothing more is begun. */
  run(item: Item): Promise<boolean>
  /** Everything that was begun is over. */
  release(): Promise<unknown>
}

/** Works on what waits for one claimed row, until nothing is left. Items with the same order key never overtake each other. */
export function openOrderedLane<Item extends { id: string; order_key: string }>(options: Options<Item>): Lane {
  const { platform, about, concurrency, page } = options
  const queue = new OrderedQueue<Item>()
  let workers = 0
  let ended = false
  /** There may be items in the database that were not read yet. */
  let unread = true
  let loading: Promise<void> | undefined
  let finish: () => void = () => {}
  const idle = new Promise<void>((resolve) => (finish = resolve))

  const renew = async () => {
    if (!(await options.renew())) ended = true
  }
  const load = async () => {
    await renew()
    if (ended) return
    unread = false
    const items = await options.load(queue.held, page)
    if (items.length === page) unread = true
    queue.add(items)
    startWorkers()
  }
  const take = async () => {
    if (ended) return undefined
    const queued = queue.take()
    if (queued) return queued
    if (unread || loading) await (loading ??= load().finally(() => (loading = undefined)))
    return ended ? undefined : queue.take()
  }
  const work = async () => {
    for (let item = await take(); item; item = await take()) {
      if (!(await options.run(item))) ended = true
      queue.free(item.order_key)
      queue.forget(item.id)
    }
  }
  const startWorkers = () => {
    while (!ended && workers < concurrency) {
      workers += 1
      void work()
        .catch((error: unknown) => {
          ended = true
          platform.log.error({ err: error }, `${about} stopped`)
        })
        .finally(() => {
          workers -= 1
          if (workers === 0) finish()
        })
    }
  }
  const fill = () => {
    unread = true
    startWorkers()
  }
  const renewing = setInterval(() => void renew().catch(() => (ended = true)), RENEW_MS).unref()
  const close = async () => {
    await idle
    ended = true
    clearInterval(renewing)
    await options.release().catch((error: unknown) => {
      platform.log.warn({ err: error }, `the lease of ${about} was not released`)
    })
    return unread
  }
  fill()
  return { fill, stop: () => void (ended = true), done: close() }
}
