import { Redis } from 'ioredis'
import { createHash } from 'node:crypto'
import type { SharedBuckets } from './rate-limit.js'

/** The same algorithm as `RateLimiter`, with Redis' clock. KEYS[1]: the bucket. ARGV[1]: calls per minute. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local full_at = tonumber(redis.call('GET', KEYS[1]) or '0')
local next = math.max(full_at, now) + 60000 / tonumber(ARGV[1])
if next - now - 60000 <= 1 then
  redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil(next - now))
end
return math.ceil(next - now)
`

/** A call waits at most this long for Redis. */
const PATIENCE_MS = 500

/** Hashed, so that Redis stores no IPs and emails. */
const nameOf = (key: string) => `papercups:limit:${createHash('sha256').update(key).digest('base64url')}`

/** Counts for all processes. Fails at once when Redis is down; then the process counts alone. */
export function createRedisBuckets(url: string): SharedBuckets & { close(): void } {
  const redis = new Redis(url, {
    protocol: 2,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PATIENCE_MS,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  })
  // The Redis bus logs an outage already.
  redis.on('error', () => {})
  return {
    take: async (key, perMinute) => Number(await redis.eval(TAKE, 1, nameOf(key), perMinute)),
    close: () => redis.disconnect(),
  }
}
