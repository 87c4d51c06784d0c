/**
 * Times come from Redis, so the clocks of the processes do not matter. KEYS[1] is always the sorted set of processes by the
 * end of their lease.
 */
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** Renews our lease. Returns whether it had lapsed, the live processes and the dead ones. ARGV: process, lease. */
export const RENEW = `${now}
local until_ = redis.call('ZSCORE', KEYS[1], ARGV[1])
local lapsed = (not until_ or tonumber(until_) < now) and 1 or 0
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
return { lapsed, redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf'), redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. now) }
`

/** Returns the live processes and all presence entries of a topic. KEYS[2]: its hash. */
export const LOAD = `${now}
return { redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf'), redis.call('HGETALL', KEYS[2]) }
`

/**
 * Removes the entries of a dead process from a few topics, unless it came back. Returns how many topics are left. KEYS[2]:
 * its topics. ARGV: process, prefix of the presence keys.
 */
export const REAP = `${now}
local until_ = redis.call('ZSCORE', KEYS[1], ARGV[1])
if until_ and tonumber(until_) >= now then return 0 end
local mark = ARGV[1] .. '.'
for _, topic in ipairs(redis.call('SPOP', KEYS[2], 50)) do
  local key = ARGV[2] .. topic
  for _, ref in ipairs(redis.call('HKEYS', key)) do
    if string.sub(ref, 1, #mark) == mark then redis.call('HDEL', key, ref) end
  end
end
local left = redis.call('SCARD', KEYS[2])
if left == 0 then redis.call('ZREM', KEYS[1], ARGV[1]) end
return left
`
