import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooMany } from '../errors.js'
import { networkOf } from './address.js'
import type { App } from './app.js'
import { GENERAL_LIMIT, namedAccount, namedVisitor, type Limit, type RateLimiter } from './rate-limit.js'

/** Calls a minute from one address that were read and then refused. Above it no body from there is read. */
const REFUSED_PER_ADDRESS = 1_200

/** By what is known before the body is read: a caller who is over the limit costs no parsing. */
export function limitCallsBeforeTheBody(app: App, limiter: RateLimiter) {
  app.addHook('onRequest', async (request, reply) => {
    const limit = limitOf(request)
    if (!limit) return
    const { by_address, refused, device } = keysOf(request, limit)
    const wait = device
      ? limiter.wait(device, limit.subject)
      : Math.max(limiter.wait(by_address, limit.address), limiter.wait(refused, REFUSED_PER_ADDRESS))
    if (wait > 0) refuse(reply, wait)
  })
}

/** After the body is read, because an account is often named only there. */
export function limitCalls(app: App, limiter: RateLimiter) {
  app.addHook('preValidation', async (request, reply) => {
    const limit = limitOf(request)
    if (!limit) return
    const { route, by_address, refused, device } = keysOf(request, limit)
    const visitor = limit.visitor && (limit.visitorOf ?? namedVisitor)(request)
    const subject = (limit.by ?? namedAccount)(request)
    // Whoever overdoes it alone is stopped first, and takes nothing from those behind the same address.
    const wait = device
      ? await limiter.take(device, limit.subject)
      : (visitor ? await limiter.take(`${route} visitor ${visitor}`, limit.visitor ?? 0) : 0) ||
        Math.max(
          await limiter.take(by_address, limit.address),
          subject ? await limiter.take(`${route} subject ${subject}`, limit.subject) : 0,
        )
    if (wait === 0) return
    if (!device) await limiter.take(refused, REFUSED_PER_ADDRESS)
    refuse(reply, wait)
  })
}

function limitOf(request: FastifyRequest) {
  const { allow, limit, page } = request.routeOptions.config
  return limit ?? (page || allow !== 'public' ? undefined : GENERAL_LIMIT)
}

function keysOf(request: FastifyRequest, limit: Limit) {
  const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
  const network = networkOf(request.address)
  const known = limit.deviceOf?.(request)
  const device = known && `${route} device ${known}`
  return { route, device, by_address: `${route} ${network}`, refused: `refused ${network}` }
}

function refuse(reply: FastifyReply, wait: number): never {
  reply.header('retry-after', String(wait))
  throw tooMany(wait)
}
