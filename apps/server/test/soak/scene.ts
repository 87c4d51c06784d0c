import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.js'
import { startRedis } from '../faults/redis.js'
import { freePort, ServerProcess } from '../faults/server-process.js'
import { until } from '../faults/until.js'
import { startBalancer, type Balancer } from './balancer.js'
import type { Random } from './random.js'

export interface Scene {
  servers: ServerProcess[]
  postgres: EmbeddedPostgres
  redis: RedisProcess
  balancer: Balancer
  /** For looking at the database; it survives restarts. */
  pool: pg.Pool
  /** Tries until the server runs: it ends at once while the database is away. */
  startServer(server: ServerProcess): Promise<void>
  stop(): Promise<void>
}

/** Two servers behind a load balancer, PostgreSQL and Redis, each a process of its own. Undefined without a Redis. */
export async function startScene(random: Random): Promise<Scene | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'papercups-soak-'))
  const redis = await RedisProcess.start(folder)
  if (!redis) return undefined
  const postgres = await startEmbeddedPostgres({ data_dir: join(folder, 'database') })
  const shared = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    TRUST_PROXY: '127.0.0.1',
  }
  const servers = await Promise.all(
    ['a', 'b'].map(async (name) => new ServerProcess(await freePort(), { ...shared, DATA_DIR: join(folder, name) })),
  )
  await Promise.all(servers.map((server) => server.start()))
  const ports = servers.map(({ port }) => port)
  const balancer = await startBalancer(ports, random)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2, idleTimeoutMillis: 100 })
  pool.on('error', () => undefined)
  let stopping = false
  return {
    ...{ servers, postgres, redis, balancer, pool },
    async startServer(server) {
      while (!stopping && !(await server.start().then(...SUCCEEDED))) await delay(100)
    },
    async stop() {
      stopping = true
      await Promise.all(servers.map((server) => server.end('SIGKILL')))
      await balancer.stop()
      await pool.end()
      await redis.end('SIGKILL')
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const SUCCEEDED = [() => true, () => false] as const

class RedisProcess {
  readonly url: string
  readonly #port: number
  readonly #folder: string
  #child: ChildProcess

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.url = `redis://127.0.0.1:${port}`
    this.#port = port
    this.#folder = folder
    this.#child = child
  }

  static async start(folder: string) {
    const port = await freePort()
    const child = await startRedis(port, folder)
    return child && new RedisProcess(port, folder, child)
  }

  async end(signal: NodeJS.Signals) {
    const gone = once(this.#child, 'exit')
    this.#child.kill(signal)
    await gone
  }

  async startAgain() {
    this.#child = (await startRedis(this.#port, this.#folder)) ?? this.#child
  }
}

/** Ends PostgreSQL and waits until it answers again. The launcher of the scene starts it again by itself. */
export async function endPostgres({ postgres, pool }: Scene, signal: 'SIGKILL' | 'SIGINT') {
  const before = postgres.pid
  if (before === undefined) return
  process.kill(before, signal)
  const answers = () => pool.query('select 1').then(...SUCCEEDED)
  await until('PostgreSQL to answer again', async () => postgres.pid !== before && (await answers()))
}
