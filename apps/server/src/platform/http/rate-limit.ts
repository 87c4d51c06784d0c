import type { FastifyRequest } from 'fastify'
import { canonicalId } from '../canonical.js'
import { isPlainObject } from './coerce.js'

/** Calls per minute. A burst of the whole minute's worth is allowed. */
export interface Limit {
  /** Per IP. High enough for an office behind one IP. */
  per_ip: number
  /** Per account, or per person on sign-in routes. */
  subject: number
  /** The key that `subject` counts. Default: the call's `account_id`. */
  by?: (request: FastifyRequest) => string | undefined
  /** Per visitor. Far less than per IP, so that one visitor cannot use up the limit of an office. */
  visitor?: number
  /** The visitor's key. Default: the call's customer id. */
  visitorOf?: (request: FastifyRequest) => string | undefined
  /** A device that the caller used before. It has its own count (`subject` per minute), independent of its IP. */
  deviceOf?: (request: FastifyRequest) => string | undefined
}

export const GENERAL_LIMIT: Limit = { per_ip: 1_200, subject: 12_000 }

/** The oldest entries are removed when their buckets are full again, so the map holds the callers of about a minute. */
const MAX_BUCKETS = 200_000
/** More than one, so that the map shrinks. */
const FORGOTTEN_AT_ONCE = 2

const MINUTE = 60_000
/** Tolerates rounding errors of an empty bucket. */
const ROUNDING = 1

/**
 * Buckets shared by all processes. `take` returns the milliseconds until the bucket is full again after this call. More than a
 * minute: the call did not fit and was not counted.
 */
export interface SharedBuckets {
  take(key: string, perMinute: number): Promise<number>
}

/**
 * Token buckets. Each is one number: the time at which it will be full again. With several processes a call has to fit into
 * the local and the shared bucket. While the shared one is not reachable, each process counts alone.
 */
export class RateLimiter {
  readonly #full_at = new Map<string, number>()
  readonly #shared: SharedBuckets | undefined
  /** Only goes forward. The wall clock may be set back, and callers would be refused until it has caught up. */
  readonly #now: () => number

  constructor(shared?: SharedBuckets, now = () => performance.now()) {
    this.#shared = shared
    this.#now = now
  }

  /** How many buckets are kept. */
  get size() {
    return this.#full_at.size
  }

  /** Returns the seconds until the next call fits, or 0. Takes nothing. */
  wait(key: string, perMinute: number): number {
    const over = this.#afterOneMore(key, perMinute) - this.#now() - MINUTE
    return over > ROUNDING ? Math.ceil(over / 1000) : 0
  }

  /** Takes one call from the bucket. Returns the seconds to wait when it is empty, or 0. */
  take(key: string, perMinute: number): number | Promise<number> {
    const wait = this.wait(key, perMinute)
    if (wait > 0) return wait
    this.#keep(key, this.#afterOneMore(key, perMinute))
    return this.#shared ? this.#takeShared(this.#shared, key, perMinute) : 0
  }

  async #takeShared(shared: SharedBuckets, key: string, perMinute: number) {
    const full_in = await shared.take(key, perMinute).catch(() => 0)
    const over = full_in - MINUTE
    const refused = over > ROUNDING
    // Remember the calls of other processes here, so that further calls are refused without asking Redis.
    const full_at = this.#now() + full_in - (refused ? MINUTE / perMinute : 0)
    this.#keep(key, Math.max(this.#full_at.get(key) ?? 0, full_at))
    return refused ? Math.ceil(over / 1000) : 0
  }

  /** The calls that fit now, and the seconds until all fit again. */
  left(key: string, perMinute: number): { calls: number; full_in: number } {
    const full_in = Math.max(0, (this.#full_at.get(key) ?? 0) - this.#now())
    const calls = Math.floor(((MINUTE - full_in + ROUNDING) * perMinute) / MINUTE)
    return { calls: Math.min(perMinute, Math.max(0, calls)), full_in: Math.ceil(full_in / 1000) }
  }

  #afterOneMore(key: string, perMinute: number) {
    return Math.max(this.#full_at.get(key) ?? 0, this.#now()) + MINUTE / perMinute
  }

  #keep(key: string, full_at: number) {
    // Delete first: that moves the entry to the end, so the oldest entry is at the front.
    this.#full_at.delete(key)
    this.#forgetOldest()
    this.#full_at.set(key, full_at)
  }

  #forgetOldest() {
    const now = this.#now()
    let left = FORGOTTEN_AT_ONCE
    for (const [key, full_at] of this.#full_at) {
      const is_over = full_at <= now || this.#full_at.size >= MAX_BUCKETS
      if (!is_over || left === 0) return
      this.#full_at.delete(key)
      left -= 1
    }
  }
}

/** The account id of a public call, from its path, query or body. */
export const namedAccount = (request: FastifyRequest) => named(request, 'account_id')

/** The customer id of a public call, from its path, query or body. */
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

/** For routes of signed-in users: each user has their own count. */
export const byCaller = ({ caller }: FastifyRequest) => caller && `user ${caller.user.id}`
