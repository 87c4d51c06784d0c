import { randomId } from './random-id.js'
import type { Store } from './store.js'

/** Time for a write to storage to reach the other tabs. */
const SETTLE_MS = 150
/** A tab that was closed during its turn leaves its ticket behind. */
const STALE_MS = 20_000

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

/**
 * Runs `work` in one tab at a time. Uses Web Locks where available. Plain http pages have none: there each tab stores a
 * ticket, and the oldest ticket goes first.
 */
export function oneAtATime(store: Store, name: string, work: () => Promise<void>) {
  return new Promise<void>((resolve, reject) => {
    let begun = false
    const run = async () => {
      begun = true
      await work().then(resolve, reject)
    }
    Promise.resolve()
      // The next tab could get the lock before the values that `work` stored.
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
