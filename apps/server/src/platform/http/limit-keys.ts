import type { App } from './app.js'
import { refuse } from './limit-calls.js'
import type { RateLimiter } from './rate-limit.js'

/** Each API key has a limit of its own. Every answer says what is left of it. */
export function limitKeys(app: App, limiter: RateLimiter) {
  const perMinute = app.platform.config.api_calls_per_minute
  app.addHook('onRequest', async ({ caller }, reply) => {
    const key = caller?.key
    if (!key) return
    const bucket = `API key ${key.id}`
    const wait = await limiter.take(bucket, perMinute)
    const { calls, full_in } = limiter.left(bucket, perMinute)
    reply.headers({ 'ratelimit-limit': perMinute, 'ratelimit-remaining': calls, 'ratelimit-reset': full_in })
    if (wait > 0) refuse(reply, wait)
  })
}
