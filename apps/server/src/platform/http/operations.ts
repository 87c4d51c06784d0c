import { Data } from '@papercups/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { forbidden } from '../errors.js'
import type { Metrics } from '../metrics.js'
import type { Readiness } from '../readiness.js'
import { isLoopback } from './client-ip.js'
import { hasToken } from './has-token.js'
import type { App } from './app.js'

export interface OperationsOptions {
  metrics: Metrics
  /** The token of `/metrics`. */
  token: string | undefined
  base_url: string
  checkReadiness(): Promise<Readiness>
}

/** For load balancers and monitoring. */
export function operations(app: App, { metrics, token, base_url, checkReadiness }: OperationsOptions) {
  const config = { allow: 'public', page: true } as const
  const is_public = !isLoopbackHost(new URL(base_url).hostname)

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
    // With warnings still 200: a load balancer would take the server out, and refused uploads would become an outage.
    const { ready, warnings } = await checkReadiness()
    const status = ready ? 'ready' : 'not ready'
    return reply.code(ready ? 200 : 503).send({ status, ...(warnings.length > 0 && { warnings }) })
  })

  app.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
    // A public server has a proxy, which may send no header that tells its visitors from programs on this machine.
    const is_open = !is_public && isLocal(request)
    if (!is_open && !hasToken(request, token)) throw forbidden(TOKEN_NEEDED)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

const TOKEN_NEEDED = 'Set METRICS_TOKEN and send it as "Authorization: Bearer" to read the metrics.'

const isLoopbackHost = (host: string) => host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))

/** Whether the caller is on this machine and the request is not forwarded by a proxy. */
function isLocal({ headers, raw }: FastifyRequest) {
  const isForwarded = FORWARDED_HEADERS.some((name) => headers[name] !== undefined)
  return !isForwarded && isLoopback(raw.socket.remoteAddress ?? '')
}

const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
