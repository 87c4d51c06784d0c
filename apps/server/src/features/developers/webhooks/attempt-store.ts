import type { Account } from '../../../platform/account.js'
import { recordAttempts } from './receiver-state.js'
import type { Attempt } from './send-delivery.js'

/** A statement for each attempt would halve the rate. */
const STORE_AFTER_MS = 50
const STORE_AT_ONCE = 100

/** Stores attempts together. `onStored` is called for each delivery. */
export function createAttemptStore(
  account: Account,
  subscription_id: string,
  lease: string,
  onStored: (delivery_id: string) => void,
) {
  let waiting: Attempt[] = []
  let storing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const store = async () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    await account.run(recordAttempts, subscription_id, lease, JSON.stringify(batch))
    for (const { delivery_id } of batch) onStored(delivery_id)
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    storing = storing.then(store)
    return storing
  }
  return {
    flush,
    async add(attempt: Attempt) {
      waiting.push(attempt)
      if (waiting.length >= STORE_AT_ONCE) await flush()
      else timer ??= setTimeout(() => void flush().catch(() => {}), STORE_AFTER_MS)
    },
  }
}
