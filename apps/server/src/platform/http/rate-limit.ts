import type { FastifyRequest } from 'fastify'
import { isPlainObject } from './coerce.js'

/** Calls a minute. A short burst up to the whole minute's worth is fine; what follows waits its turn. */
export interface Limit {
  /** From one address: generous where a whole office may sit behind it. */
  address: number
  /** For one account, or one person where the route signs somebody in. */
  subject: number
  /** What the second number counts by; the `account_id` that the call names, unless told otherwise. */
  by?: (request: FastifyRequest) => string | undefined
  /** For one visitor: far less than for an address, so that one of a whole office cannot use up what is for all. */
  visitor?: number
  /** Who that is; the customer that the call names, unless told otherwise. */
  visitorOf?: (request: FastifyRequest) => string | undefined
}

export const GENERAL_LIMIT: Limit = { address: 1_200, subject: 12_000 }

/** An entry fades when its bucket is full again, so the map holds only who called within the last minute. */
const MAX_BUCKETS = 200_000

interface Bucket {
  tokens: number
  at: number
}

/** Token buckets in this process. With several processes each counts its own share of the traffic. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Takes one call from the bucket; answers how many seconds to wait when it is empty, else 0. */
  take(key: string, perMinute: number): number {
    const now = this.#now()
    const bucket = this.#buckets.get(key) ?? { tokens: perMinute, at: now }
    const tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.at) * perMinute) / 60_000)
    // Deleting first moves the entry to the end, so the oldest stands at the front when room is needed.
    this.#buckets.delete(key)
    if (this.#buckets.size >= MAX_BUCKETS) this.#forgetOldest()
    this.#buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
    return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 60) / perMinute)
  }

  #forgetOldest() {
    const oldest = this.#buckets.keys().next()
    if (!oldest.done) this.#buckets.delete(oldest.value)
  }
}

/** The account that a public call names, wherever the client put it. */
export const namedAccount = (request: FastifyRequest) => named(request, 'account_id')

/** The customer that a public call names: in its path, or wherever the client put it. */
export function namedVisitor(request: FastifyRequest): string | undefined {
  const { id } = request.params as { id?: string }
  return id?.slice(0, 64) ?? named(request, 'customer_id')
}

function named(request: FastifyRequest, key: string): string | undefined {
  for (const place of [request.query, request.body]) {
    if (!isPlainObject(place)) continue
    for (const candidate of [place, ...Object.values(place)]) {
      const value = isPlainObject(candidate) ? candidate[key] : undefined
      if (typeof value === 'string') return value.slice(0, 64)
    }
  }
  return undefined
}

/** For a route behind a sign-in: everybody counts for themselves. */
export const byCaller = ({ caller }: FastifyRequest) => caller && `user ${caller.user.id}`
