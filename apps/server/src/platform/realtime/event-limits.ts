import { HttpError } from '../errors.js'
import { isLoopback } from '../http/client-ip.js'
import type { RateLimiter } from '../http/rate-limit.js'
import type { Limits } from './limits.js'
import type { Connection } from './connection.js'
import type { EventLimit } from './topic.js'

/** Limits the events of visitors. Each kind of event has its own count, so typing does not use up sending. */
export function createEventLimits(limiter: RateLimiter, limits: Pick<Limits, 'events_per_ip'>) {
  return async function spend({ ip }: Connection, event: string, limit: EventLimit) {
    const of_ip: Array<[key: string, per_minute: number]> = isLoopback(ip) ? [] : [[ip, limits.events_per_ip]]
    const [narrowest, wider] = [limit.slice(0, 1), limit.slice(1)]
    // The IP before the account: events that it refuses must not use up the limit of all visitors of a company.
    for (const [key, per_minute] of [...narrowest, ...of_ip, ...wider]) {
      const seconds = await limiter.take(`socket ${event} ${key}`, per_minute)
      if (seconds > 0) throw new HttpError(429, `Too many messages. Please try again in ${seconds} s.`)
    }
  }
}
