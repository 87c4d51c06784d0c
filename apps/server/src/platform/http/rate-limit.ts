import type { FastifyRequest } from 'fastify'
import { canonicalId } from '../canonical.js'
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
  /** A device that the caller has used before. It counts for itself (`subject` a minute), whatever its address does. */
  deviceOf?: (request: FastifyRequest) => string | undefined
}

export const GENERAL_LIMIT: Limit = { address: 1_200, subject: 12_000 }

/** An entry fades when its bucket is full again, so the map holds only who called within the last minute. */
const MAX_BUCKETS = 200_000

const MINUTE = 60_000
/** Of a bucket that is exactly empty, after the sums have been rounded. */
const ROUNDING = 1

/** The same buckets for all processes. Answers how many milliseconds to wait, 0 for a call that was counted. */
export interface SharedBuckets {
  take(key: string, perMinute: number): Promise<number>
}

/**
 * Token buckets. Each is one number: the time at which it would be full again. With several processes a call has to fit here
 * and in the shared bucket; while that one cannot be reached, each process counts by itself.
 */
export class RateLimiter {
  readonly #full_at = new Map<string, number>()
  readonly #shared: SharedBuckets | undefined
  readonly #now: () => number

  constructor(shared?: SharedBuckets, now: () => number = Date.now) {
    this.#shared = shared
    this.#now = now
  }

  /** How many seconds to wait before the next call fits, else 0. Takes nothing. */
  wait(key: string, perMinute: number): number {
    const over = this.#afterOneMore(key, perMinute) - this.#now() - MINUTE
    return over > ROUNDING ? Math.ceil(over / 1000) : 0
  }

  /** Takes one call from the bucket; answers how many seconds to wait when it is empty, else 0. */
  take(key: string, perMinute: number): number | Promise<number> {
    const wait = this.wait(key, perMinute)
    if (wait > 0) return wait
    this.#keep(key, this.#afterOneMore(key, perMinute))
    return this.#shared ? this.#takeShared(this.#shared, key, perMinute) : 0
  }

  async #takeShared(shared: SharedBuckets, key: string, perMinute: number) {
    const wait_ms = await shared.take(key, perMinute).catch(() => 0)
    // Known here from now on, so that whoever goes on is refused without asking again.
    if (wait_ms > 0) this.#keep(key, this.#now() + MINUTE + wait_ms - MINUTE / perMinute)
    return Math.ceil(wait_ms / 1000)
  }

  #afterOneMore(key: string, perMinute: number) {
    return Math.max(this.#full_at.get(key) ?? 0, this.#now()) + MINUTE / perMinute
  }

  #keep(key: string, full_at: number) {
    // Deleting first moves the entry to the end, so the oldest is at the front when room is needed.
    this.#full_at.delete(key)
    if (this.#full_at.size >= MAX_BUCKETS) this.#forgetOldest()
    this.#full_at.set(key, full_at)
  }

  #forgetOldest() {
    const oldest = this.#full_at.keys().next()
    if (!oldest.done) this.#full_at.delete(oldest.value)
  }
}

/** The account that a public call names, wherever the client put it. */
export const namedAccount = (request: FastifyRequest) => named(request, 'account_id')

/** The customer that a public call names: in its path, or wherever the client put it. */
export function namedVisitor(request: FastifyRequest): string | undefined {
  const { id } = request.params as { id?: string }
  return id === undefined ? named(request, 'customer_id') : canonicalId(id)
}

function named(request: FastifyRequest, key: string): string | undefined {
  for (const place of [request.query, request.body]) {
    if (!isPlainObject(place)) continue
    for (const candidate of [place, ...Object.values(place)]) {
      const value = isPlainObject(candidate) ? candidate[key] : undefined
      if (typeof value === 'string') return canonicalId(value)
    }
  }
  return undefined
}

/** For a route behind a sign-in: everybody counts for themselves. */
export const byCaller = ({ caller }: FastifyRequest) => caller && `user ${caller.user.id}`
