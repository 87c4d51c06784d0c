import { Refusal } from '../errors.js'
import { isLoopback } from '../http/address.js'
import type { RateLimiter } from '../http/rate-limit.js'
import type { Limits } from './limits.js'
import type { Line } from './line.js'
import type { EventLimit } from './topic.js'

/** Counts the events of visitors, each kind of event by itself: typing takes nothing from sending. */
export function createEventLimits(limiter: RateLimiter, limits: Pick<Limits, 'events_per_address'>) {
  return async function spend({ address }: Line, event: string, limit: EventLimit) {
    const shares = Object.entries(limit)
    if (!isLoopback(address)) shares.push([address, limits.events_per_address])
    for (const [key, per_minute] of shares) {
      const seconds = await limiter.take(`socket ${event} ${key}`, per_minute)
      if (seconds > 0) throw new Refusal(429, `Too many messages. Please try again in ${seconds} s.`)
    }
  }
}
