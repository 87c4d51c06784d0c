import type { Metrics } from '../metrics.js'
import type { App } from './app.js'

export interface OperationsOptions {
  metrics: Metrics
  /** The database answers and is migrated, and the process is not on its way out. */
  isReady(): Promise<boolean>
}

/** For load balancers and monitoring. */
export function operations(app: App, { metrics, isReady }: OperationsOptions) {
  const config = { allow: 'public', page: true } as const

  app.get('/health', { config, schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/ready', { config, schema: { hide: true } }, async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })

  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}
