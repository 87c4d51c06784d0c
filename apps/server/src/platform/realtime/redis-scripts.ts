/**
 * Times are Redis' own, so the clocks of the processes do not matter. KEYS[1] is always the sorted set of processes by the
 * time at which their lease ends.
 */
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** Renews our lease. Answers whether it had lapsed, who lives, and who does not. ARGV: process, lease. */
export const RENEW = `${now}
local until_ = redis.call('ZSCORE', KEYS[1], ARGV[1])
local lapsed = (not until_ or tonumber(until_) < now) and 1 or 0
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
return { lapsed, redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf'), redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. now) }
`

/** Who lives, and everything in the presence of a topic. KEYS[2]: its hash. */
export const LOAD = `${now}
return { redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf'), redis.call('HGETALL', KEYS[2]) }
`

/**
 * Clears away a few topics of a dead process, unless it came back. Answers how many are left. KEYS[2]: the topics it was
 * present in. ARGV: process, beginning of the presence keys.
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
