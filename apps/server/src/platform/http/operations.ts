import { Data } from '@papercups/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { forbidden } from '../errors.js'
import type { Metrics } from '../metrics.js'
import { isLoopback } from './client-ip.js'
import { hasToken } from './has-token.js'
import type { App } from './app.js'

export interface OperationsOptions {
  metrics: Metrics
  /** Lets other machines read the metrics. */
  token: string | undefined
  /** The database is reachable and migrated, and the process is not stopping. */
  isReady(): Promise<boolean>
  /** Problems that an operator should look at although the server works. */
  findWarnings(): Promise<string[]>
}

/** For load balancers and monitoring. */
export function operations(app: App, { metrics, token, isReady, findWarnings }: OperationsOptions) {
  const config = { allow: 'public', page: true } as const

  // Old scripts use it to check that the server is there. The input is not echoed.
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
    // Still 200: a load balancer would take the server out, and refused uploads would become an outage.
    const warnings = await findWarnings()
    const status = ready ? 'ready' : 'not ready'
    return reply.code(ready ? 200 : 503).send({ status, ...(warnings.length > 0 && { warnings }) })
  })

  app.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, token)) throw forbidden('Metrics need the token of METRICS_TOKEN')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** Whether the caller is on this machine and the request is not forwarded by a proxy. */
function isLocal({ headers, raw }: FastifyRequest) {
  const isForwarded = FORWARDED_HEADERS.some((name) => headers[name] !== undefined)
  return !isForwarded && isLoopback(raw.socket.remoteAddress ?? '')
}

const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
