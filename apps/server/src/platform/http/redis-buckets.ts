import { Redis } from 'ioredis'
import { createHash } from 'node:crypto'
import { redisPrefix, type RedisOptions } from '../redis.js'
import type { SharedBuckets } from './rate-limit.js'

/**
 * The same algorithm as `RateLimiter`, with Redis' clock. KEYS[1]: the bucket. ARGV[1]: calls per minute. No bucket takes longer
 * than a minute to be full: if it would, the clock was set back.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
local full_at = math.max(math.min(stored, now + 60000), now)
local next = full_at + 60000 / tonumber(ARGV[1])
local fits = next - now - 60000 <= 1
local keep = fits and next or full_at
if fits or stored > full_at then
  redis.call('SET', KEYS[1], string.format('%.3f', keep), 'PX', math.ceil(keep - now))
end
return math.ceil(next - now)
`

/** A call waits at most this long for Redis. */
const PATIENCE_MS = 500

/** Counts for all processes. Fails at once when Redis is down; then the process counts alone. */
export function createRedisBuckets({ url, install }: RedisOptions): SharedBuckets & { close(): void } {
  const redis = new Redis(url, {
    protocol: 2,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PATIENCE_MS,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  })
  // The Redis bus logs an outage already.
  redis.on('error', () => {})
  const prefix = redisPrefix(redis, install)
  /** Hashed, so that Redis stores no IPs and emails. */
  const nameOf = (key: string) => `${prefix}limit:${createHash('sha256').update(key).digest('base64url')}`
  return {
    take: async (key, perMinute) => Number(await redis.eval(TAKE, 1, nameOf(key), perMinute)),
    close: () => redis.disconnect(),
  }
}
