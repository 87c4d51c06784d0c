import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, HttpError, unauthenticated } from '../errors.js'
import type { Caller } from '../feature.js'
import type { CallOrigin } from '../server.js'
import type { App } from './app.js'
import { networkOf } from './client-ip.js'
import { refuse } from './limit-calls.js'
import type { RateLimiter } from './rate-limit.js'

export interface Authenticator {
  authenticate(token: string, from?: CallOrigin): Promise<Caller | undefined>
}

interface Options {
  sessions: Authenticator
  keys: Authenticator
  limiter: RateLimiter
}

/** Calls with an unknown API key, per minute and IP. */
const UNKNOWN_KEYS = 600

/** Finds the caller of a request and checks that they may call the route. */
export function authenticateRequests(app: App, { sessions, keys, limiter }: Options) {
  app.addHook('onRequest', async (request, reply) => {
    const { allow, page, key_scope } = request.routeOptions.config
    if (!page && !acceptsJson(request.headers.accept))
      throw new HttpError(406, 'Not Acceptable', { envelope: 'framework' })
    const token = request.headers.authorization?.replace(/^Bearer /i, '')
    if (allow === 'public' || !allow) {
      // Public routes answer everybody, so a bad token counts as none.
      request.caller = token ? await sessions.authenticate(token).catch(anonymous) : undefined
      return
    }
    if (key_scope) request.caller = token ? await findKey(request, reply, token) : undefined
    else request.caller = token ? await sessions.authenticate(token) : undefined
    if (!request.caller) throw unauthenticated()
    if (allow === 'admin' && request.caller.user.role !== 'admin') throw new HttpError(403, 'Unauthorized access')
    requireScope(request)
  })

  /** An unknown key costs a query, so an IP may try only so many. */
  async function findKey(request: FastifyRequest, reply: FastifyReply, key: string) {
    const guesses = `unknown API keys ${networkOf(request.ip)}`
    const wait = limiter.wait(guesses, UNKNOWN_KEYS)
    if (wait > 0) refuse(reply, wait)
    const caller = await keys.authenticate(key, { ip: request.ip, user_agent: request.headers['user-agent'] })
    if (!caller) await limiter.take(guesses, UNKNOWN_KEYS)
    return caller
  }
}

function requireScope({ method, caller, routeOptions }: FastifyRequest) {
  const { key_scope } = routeOptions.config
  const scope = caller?.key?.scope
  if (!key_scope || scope === 'everything') return
  if (scope === 'read' && method !== 'GET' && method !== 'HEAD') throw forbidden('This API key may only read.')
  if (scope === 'messages' && key_scope !== 'messages')
    throw forbidden('This API key may only read and write messages.')
}

function anonymous(error: unknown) {
  if (error instanceof HttpError) return undefined
  throw error
}

function acceptsJson(accept: string | undefined) {
  return !accept || /\*\/\*|application\/(\*|json)|\+json/i.test(accept)
}
