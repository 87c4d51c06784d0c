import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../src/platform/database/database.js'
import { migrate } from '../src/platform/database/migrate.js'
import { prepareJobs } from '../src/platform/jobs/jobs.js'
import { createLog } from '../src/platform/log.js'

export interface TestDatabase {
  url: string
  pool: pg.Pool
  /** As another process would have one. */
  anotherPool(): pg.Pool
  drop(): Promise<void>
}

const TEMPLATE = 'papercups_template'

/** What every server would do to an empty database when it starts, once for all of them. */
export async function createTemplate() {
  await onServer(`create database ${TEMPLATE}`)
  const log = createLog('error')
  // The server's own kind of pool: the worker warns of one that nobody listens to.
  const { pool, close } = openDatabase(urlOf(TEMPLATE), 4, log)
  await migrate(pool)
  await prepareJobs(pool, log)
  await close()
}

/** An empty database of one's own on the server that the tests run on. */
export const createTestDatabase = () => create('template0')

/** The same, with all tables. */
export const createMigratedDatabase = () => create(TEMPLATE)

async function create(template: string): Promise<TestDatabase> {
  const name = `papercups_${randomBytes(6).toString('hex')}`
  const connectionString = urlOf(name)
  const pools: pg.Pool[] = []
  const open = () => {
    const pool = new pg.Pool({ connectionString, max: 4 })
    pools.push(pool)
    return pool
  }

  await onServer(`create database ${name} template ${template}`)
  return {
    url: connectionString,
    pool: open(),
    anotherPool: open,
    async drop() {
      await Promise.all(pools.map((pool) => pool.end()))
      // Not "with (force)": PostgreSQL waits for connections that are still closing, and a killed one would raise an error.
      await onServer(`drop database ${name}`)
    },
  }
}

/** The URL may name a socket's folder as its host, which the URL class does not parse. */
const urlOf = (name: string) => serverUrl().replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`)

function serverUrl() {
  const { TEST_DATABASE_URL } = process.env
  if (!TEST_DATABASE_URL) throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest')
  return TEST_DATABASE_URL
}

async function onServer(sql: string) {
  const client = new pg.Client(serverUrl())
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
