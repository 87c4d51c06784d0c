import { ApiError } from './api-error.js'
import type { Outbox, Unsent } from './outbox.js'

interface Route<T> {
  /** Selects the entries to send. Default: all. */
  takes?(entry: Unsent<T>): boolean
  /** False when nothing can be sent now. Call `deliver` again when that changes. */
  isReady(entry: Unsent<T>): Promise<boolean> | boolean
  /** Resolves when the server has acknowledged the message. */
  send(entry: Unsent<T>): Promise<unknown>
  /** The error text to store with an unsent message. */
  explain(error: Error): string
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000]

/** Sends the messages of an outbox one by one, in order, and retries until the server has acknowledged each. */
export function createDelivery<T>(outbox: Outbox<T>, { takes = () => true, isReady, send, explain }: Route<T>) {
  let round = 0
  let busy = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const waiting = () => outbox.entries().filter((entry) => !entry.refused && takes(entry))
  const asStored = ({ client_message_id: id }: Unsent<T>) => waiting().find((entry) => entry.client_message_id === id)

  async function run(mine: number) {
    for (let [entry] = waiting(); entry; [entry] = waiting()) {
      try {
        if (!(await isReady(entry)) || mine !== round) return
        // Meanwhile `isReady` may have changed it, or another tab may have sent it.
        const stored = asStored(entry)
        if (!stored) continue
        await send(stored)
        failures = 0
        outbox.remove(entry.client_message_id)
      } catch (error) {
        const refused = isRefusal(error)
        if (!refused && mine !== round) return
        // A message that has to wait also holds back the messages after it.
        for (const { client_message_id } of refused ? [entry] : waiting())
          outbox.fail(client_message_id, explain(error as Error), refused)
        if (!refused) return later()
      }
      if (mine !== round) return
    }
  }

  function later() {
    clearTimeout(timer)
    const pause = PAUSES_MS[failures++] ?? 30_000
    timer = setTimeout(() => deliver(true), pause * (0.5 + Math.random()))
  }

  /** `restart` does not wait for the reply of a lost connection. Sending twice is harmless: the server stores it once. */
  function deliver(restart = false) {
    if (busy && !restart) return
    clearTimeout(timer)
    busy = true
    const mine = ++round
    void run(mine).finally(() => {
      if (mine === round) busy = false
    })
  }

  return deliver
}

/** Whether a retry would be refused again. */
function isRefusal(error: unknown) {
  if (error instanceof ApiError) return error.final
  const { response } = error as { response?: { reason?: string } }
  const reason = response?.reason
  return !!reason && !/timeout|too many|unavailable|unmatched|crash|went wrong/i.test(reason)
}
