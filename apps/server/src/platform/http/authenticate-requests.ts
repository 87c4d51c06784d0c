import type { FastifyRequest } from 'fastify'
import { forbidden, HttpError, unauthenticated } from '../errors.js'
import type { Caller } from '../feature.js'
import type { CallOrigin } from '../server.js'
import type { App } from './app.js'

export interface Authenticator {
  authenticate(token: string, from?: CallOrigin): Promise<Caller | undefined>
}

/** Finds the caller of a request and checks that they may call the route. */
export function authenticateRequests(app: App, { sessions, keys }: { sessions: Authenticator; keys: Authenticator }) {
  app.addHook('onRequest', async (request) => {
    const { allow, page, key_scope } = request.routeOptions.config
    if (!page && !acceptsJson(request.headers.accept))
      throw new HttpError(406, 'Not Acceptable', { envelope: 'framework' })
    const token = request.headers.authorization?.replace(/^Bearer /i, '')
    if (allow === 'public' || !allow) {
      // Public routes answer everybody, so a bad token counts as none.
      request.caller = token ? await sessions.authenticate(token).catch(anonymous) : undefined
      return
    }
    const from = { ip: request.ip, user_agent: request.headers['user-agent'] }
    request.caller = token ? await (key_scope ? keys : sessions).authenticate(token, from) : undefined
    if (!request.caller) throw unauthenticated()
    if (allow === 'admin' && request.caller.user.role !== 'admin') throw new HttpError(403, 'Unauthorized access')
    requireScope(request)
  })
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
