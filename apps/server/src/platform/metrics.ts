import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for Prometheus. Labels are route patterns and our own names, never ids: each value uses memory forever. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'papercups_http_request_duration_seconds',
    help: 'Answered requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const jobs = new Histogram({
    name: 'papercups_job_duration_seconds',
    help: 'Attempts of background jobs by outcome.',
    labelNames: ['job', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120],
    registers,
  })
  const broadcasts = new Counter({
    name: 'papercups_broadcasts_total',
    help: 'Events sent to topics, by kind of topic.',
    labelNames: ['topic'],
    registers,
  })
  const mails = new Counter({
    name: 'papercups_mails_total',
    help: 'Mails handed to the transport, by outcome.',
    labelNames: ['outcome'],
    registers,
  })

  const reactions = new Counter({
    name: 'papercups_reaction_failures_total',
    help: 'Reactions to events that threw, by reaction.',
    labelNames: ['reaction'],
    registers,
  })

  return {
    registry,
    /** `route` is the pattern; a request without a route has none. */
    request(method: string, route: string | undefined, status: number, seconds: number) {
      requests.observe({ method, route: route ?? '(none)', status }, seconds)
    },
    async job<T>(job: string, work: () => Promise<T>): Promise<T> {
      const stop = jobs.startTimer({ job })
      try {
        const result = await work()
        stop({ outcome: 'done' })
        return result
      } catch (error) {
        stop({ outcome: 'failed' })
        throw error
      }
    },
    /** `conversation:7f…` counts as `conversation`. */
    broadcast(topic: string) {
      broadcasts.inc({ topic: topic.split(':', 1)[0] })
    },
    reactionFailed(reaction: string) {
      reactions.inc({ reaction })
    },
    mailed(outcome: 'sent' | 'failed') {
      mails.inc({ outcome })
    },
    /** A gauge that is read on each scrape: sockets, topics, the pool. */
    watch(name: `papercups_${string}`, help: string, read: () => number | Promise<number>) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read())
        },
      })
      registry.registerMetric(gauge)
    },
    watchPool(pool: { totalCount: number; idleCount: number; waitingCount: number }) {
      this.watch('papercups_database_connections', 'Open database connections.', () => pool.totalCount)
      this.watch('papercups_database_connections_idle', 'Open connections without work.', () => pool.idleCount)
      this.watch('papercups_database_waiting', 'Queries that wait for a connection.', () => pool.waitingCount)
    },
    text: () => registry.metrics(),
    content_type: registry.contentType,
  }
}
