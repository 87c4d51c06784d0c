import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startCrowd } from './crowd.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { databaseMemory, residentMemory } from './process-memory.js'
import { startEmbeddedPostgres } from './server-parts.js'
import { median, quantile } from './statistics.js'
import { openChats } from './visitors.js'

const VISITORS = 1_000
const WRITERS = 100
const A_SECOND = 10
const SECONDS = 120
const LOOK_MS = 500
const BEAT_MS = 20_000
const LIMIT_MB = 512
/** Node's heap limit on a machine of that size. */
const HEAP_MB = 256
const SMALL_MACHINE = new URL('./small-machine.js', import.meta.url).href

/** The server and its database as they are on a machine of 512 MB, with a thousand visitors. */
export async function measureSmall(ground: Ground) {
  // The server starts PostgreSQL itself, with memory settings for the machine.
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-small-'))
  const product = await startProduct({ data_dir }, ['--import', SMALL_MACHINE, `--max-old-space-size=${HEAP_MB}`])
  try {
    return await measure(ground, data_dir, product)
  } finally {
    await product.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}

async function measure(ground: Ground, data_dir: string, product: Awaited<ReturnType<typeof startProduct>>) {
  const company = await registerCompany(product)
  const seats = await inDatabase(data_dir, (pool) => seatCustomers({ pool }, company, VISITORS))
  const crowd = await startCrowd()
  await crowd.order('open', { port: product.port, account_id: company.account_id, seats: seats.slice(WRITERS) })
  const chats = await openChats(product, company, seats.slice(0, WRITERS))
  const beating = setInterval(() => void chats.stayAwake(), BEAT_MS)

  const looks: Array<{ server: number; database: number }> = []
  const look = async () => {
    const [server, database] = await Promise.all([residentMemory(product.process.pid), databaseMemory(data_dir)])
    looks.push({ server, database })
  }
  const looking = setInterval(() => void look().catch(() => {}), LOOK_MS)
  const took = await chats.measure(ground.scale(SECONDS) * A_SECOND, A_SECOND)
  clearInterval(looking)
  await look()
  clearInterval(beating)
  chats.close()
  await crowd.stop()

  const peak = looks.reduce((most, now) => (sum(now) > sum(most) ? now : most))
  const in_all = looks.map(sum)
  return toFigure({
    name: 'small',
    unit: 'MB, peak',
    goal: { at_most: 1 },
    rounds: [{ ours: sum(peak), limit: LIMIT_MB }],
    beside: {
      'server MB': peak.server,
      'database MB': peak.database,
      'median in all MB': median(in_all),
      'p50 ms': median(took),
      'p99 ms': quantile(took, 0.99),
    },
  })
}

const sum = ({ server, database }: { server: number; database: number }) => server + database

/** Connects to the database that the server has started, without stopping it afterwards. */
async function inDatabase<T>(data_dir: string, work: (pool: pg.Pool) => Promise<T>) {
  const postgres = await startEmbeddedPostgres({ data_dir })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await postgres.stop()
  }
}
