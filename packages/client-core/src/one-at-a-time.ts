import { randomId } from './random-id.js'
import type { Store } from './store.js'

/** Long enough for what one tab writes to storage to reach the others. */
const SETTLE_MS = 150
/** A tab that was closed in its turn leaves its ticket behind. */
const STALE_MS = 20_000

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

/**
 * Runs `work` in one tab at a time. Uses Web Locks where the page may have them. Plain http pages may not: there each tab
 * draws a ticket in storage, and the oldest ticket goes first.
 */
export function oneAtATime(store: Store, name: string, work: () => Promise<void>) {
  return new Promise<void>((resolve, reject) => {
    let begun = false
    const run = async () => {
      begun = true
      await work().then(resolve, reject)
    }
    Promise.resolve()
      // The lock would reach the next tab sooner than what `work` has stored.
      .then(() => navigator.locks.request(name, () => run().then(settle)))
      .catch(() => (begun ? undefined : inTurn(store, name + ':turn:', run)))
  })
}

async function inTurn(store: Store, prefix: string, work: () => Promise<void>) {
  const ticket = `${prefix}${Date.now()}:${randomId()}`
  const isAhead = (key: string) =>
    key.startsWith(prefix) && key < ticket && parseInt(key.slice(prefix.length)) > Date.now() - STALE_MS
  store.set(ticket, '1')
  do await settle()
  while (store.keys().some(isAhead))
  await work()
  store.set(ticket, null)
}
