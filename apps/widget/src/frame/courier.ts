import { ApiError } from './api.js'
import type { OutboxEntry } from './outbox.js'

interface Route {
  next(): OutboxEntry | undefined
  /** Whether the conversation can be spoken to now. If not, joining it will call `deliver` again. */
  reach(): Promise<boolean>
  push(entry: OutboxEntry): Promise<void>
  refuse(entry: OutboxEntry, reason: string): void
  changed(): void
}

export type Courier = ReturnType<typeof createCourier>

const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000]

/** Carries the outbox to the server: one by one, in order, until the server has answered for each. */
export function createCourier(route: Route) {
  let round = 0
  let busy = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(mine: number) {
    for (let entry = route.next(); entry; entry = route.next()) {
      try {
        if (!(await route.reach()) || mine !== round) return
        await route.push(entry)
        failures = 0
      } catch (error) {
        const reason = refusal(error)
        if (reason === undefined) return mine === round && later()
        route.refuse(entry, reason)
      }
      route.changed()
      if (mine !== round) return
    }
  }

  function later() {
    clearTimeout(timer)
    const pause = PAUSES_MS[failures++] ?? 30_000
    timer = setTimeout(() => deliver(true), pause * (0.5 + Math.random()))
  }

  /** `anew` gives up on an answer that belongs to a lost connection. Sending twice is harmless, waiting is not. */
  function deliver(anew = false) {
    if (busy && !anew) return
    clearTimeout(timer)
    busy = true
    const mine = ++round
    void run(mine).finally(() => {
      if (mine === round) busy = false
    })
  }

  return { deliver }
}

/** Why the server will not take it, or undefined when it may well take it later. */
function refusal(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.final ? error.message : undefined
  const { response } = error as { response?: { reason?: string } }
  const reason = response?.reason
  return reason && !/timeout|too many|unavailable|unmatched|crash|went wrong/i.test(reason) ? reason : undefined
}
