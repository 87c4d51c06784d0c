import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooMany } from '../errors.js'
import { networkOf } from './client-ip.js'
import type { App } from './app.js'
import { GENERAL_LIMIT, namedAccount, namedVisitor, type Limit, type RateLimiter } from './rate-limit.js'

/** Refused calls per minute of one IP. Above it no body from there is read. */
const REFUSED_PER_IP = 1_200

/** Runs before the body is read, so a caller over the limit costs no parsing. */
export function limitCallsBeforeBody(app: App, limiter: RateLimiter) {
  app.addHook('onRequest', async (request, reply) => {
    const limit = limitOf(request)
    if (!limit) return
    const { by_ip, refused, device } = keysOf(request, limit)
    const wait = device
      ? limiter.wait(device, limit.subject)
      : Math.max(limiter.wait(by_ip, limit.per_ip), limiter.wait(refused, REFUSED_PER_IP))
    if (wait > 0) refuse(reply, wait)
  })
}

/** Runs after the body is read, because the account id is often in the body. */
export function limitCalls(app: App, limiter: RateLimiter) {
  app.addHook('preValidation', async (request, reply) => {
    const limit = limitOf(request)
    if (!limit) return
    const { route, by_ip, refused, device } = keysOf(request, limit)
    const visitor = limit.visitor && (limit.visitorOf ?? namedVisitor)(request)
    const subject = (limit.by ?? namedAccount)(request)
    // The narrowest first, so that a refused call does not use up the limit of others in its network or account.
    const wait = device
      ? await limiter.take(device, limit.subject)
      : (visitor ? await limiter.take(`${route} visitor ${visitor}`, limit.visitor ?? 0) : 0) ||
        (await limiter.take(by_ip, limit.per_ip)) ||
        (subject ? await limiter.take(`${route} subject ${subject}`, limit.subject) : 0)
    if (wait === 0) return
    if (!device) await limiter.take(refused, REFUSED_PER_IP)
    refuse(reply, wait)
  })
}

function limitOf(request: FastifyRequest) {
  const { allow, limit, page } = request.routeOptions.config
  return limit ?? (page || allow !== 'public' ? undefined : GENERAL_LIMIT)
}

function keysOf(request: FastifyRequest, limit: Limit) {
  const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
  const network = networkOf(request.ip)
  const known = limit.deviceOf?.(request)
  const device = known && `${route} device ${known}`
  return { route, device, by_ip: `${route} ${network}`, refused: `refused ${network}` }
}

/** Answers 429, with the seconds to wait. */
export function refuse(reply: FastifyReply, wait: number): never {
  reply.header('retry-after', String(wait))
  throw tooMany(wait)
}
