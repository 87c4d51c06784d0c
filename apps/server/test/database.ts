import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../src/platform/database/database.js'
import { migrate } from '../src/platform/database/migrate.js'
import { prepareJobs } from '../src/platform/jobs/jobs.js'
import { createLog } from '../src/platform/log.js'

export interface TestDatabase {
  url: string
  pool: pg.Pool
  /** A second pool, like that of another process. */
  anotherPool(): pg.Pool
  drop(): Promise<void>
}

const TEMPLATE = 'papercups_template'

/** Prepares an empty database once, so that no server has to do it at its start. */
export async function createTemplate() {
  await onServer(`create database ${TEMPLATE}`)
  const log = createLog('error')
  // The server's pool has an error listener; the worker warns without one.
  const { pool, close } = openDatabase(urlOf(TEMPLATE), 4, log)
  await migrate(pool)
  await prepareJobs(pool, log)
  await close()
}

/** A new empty database on the test server. */
export const createTestDatabase = () => create('template0')

/** A new database with all tables. */
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
      // Not "with (force)": PostgreSQL waits for closing connections, and killing one would raise an error.
      await onServer(`drop database ${name}`)
    },
  }
}

/** The host may be the folder of a socket, which the URL class does not parse. */
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
