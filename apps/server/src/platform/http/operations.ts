import { Data } from '@papercups/contract'
import type { FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { forbidden } from '../errors.js'
import type { Metrics } from '../metrics.js'
import { isLoopback } from './address.js'
import type { App } from './app.js'

export interface OperationsOptions {
  metrics: Metrics
  /** Opens the metrics to callers from elsewhere. */
  token: string | undefined
  /** The database answers and is migrated, and the process is not on its way out. */
  isReady(): Promise<boolean>
  /** What an operator should look at although the server serves. */
  findWarnings(): Promise<string[]>
}

/** For load balancers and monitoring. */
export function operations(app: App, { metrics, token, isReady, findWarnings }: OperationsOptions) {
  const config = { allow: 'public', page: true } as const

  // Old scripts check with it that they found the server. What they sent is not echoed.
  app.route({
    method: ['GET', 'POST'],
    url: '/api/ping',
    config: { allow: 'public' },
    schema: { response: { 200: Data(Type.Object({ message: Type.Literal('Pong!'), params: Type.Object({}) })) } },
    async handler() {
      return { data: { message: 'Pong!' as const, params: {} } }
    },
  })

  app.get('/health', { config, schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/ready', { config, schema: { hide: true } }, async (_request, reply) => {
    const ready = await isReady()
    // Still 200: a balancer that takes the server away would turn refused uploads into an outage.
    const warnings = await findWarnings()
    const status = ready ? 'ready' : 'not ready'
    return reply.code(ready ? 200 : 503).send({ status, ...(warnings.length > 0 && { warnings }) })
  })

  app.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
    if (!isFromHere(request) && !hasToken(request, token)) throw forbidden('Metrics need the token of METRICS_TOKEN')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** A program on this machine. What a proxy on this machine passes on comes from elsewhere. */
function isFromHere({ headers, raw }: FastifyRequest) {
  const isPassedOn = PASSED_ON.some((name) => headers[name] !== undefined)
  return !isPassedOn && isLoopback(raw.socket.remoteAddress ?? '')
}

const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

function hasToken({ headers }: FastifyRequest, token: string | undefined) {
  const given = headers.authorization?.replace(/^Bearer /i, '')
  if (!token || !given) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
