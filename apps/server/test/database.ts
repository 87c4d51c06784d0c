import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  url: string
  pool: pg.Pool
  /** As another process would have one. */
  anotherPool(): pg.Pool
  drop(): Promise<void>
}

/** An empty database of one's own on the server that the tests run on. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_DATABASE_URL } = process.env
  if (!TEST_DATABASE_URL) throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest')
  const name = `papercups_${randomBytes(6).toString('hex')}`
  const connectionString = withDatabase(TEST_DATABASE_URL, name)
  const pools: pg.Pool[] = []
  const open = () => {
    const pool = new pg.Pool({ connectionString, max: 4 })
    pools.push(pool)
    return pool
  }

  await onServer(TEST_DATABASE_URL, `create database ${name}`)
  return {
    url: connectionString,
    pool: open(),
    anotherPool: open,
    async drop() {
      await Promise.all(pools.map((pool) => pool.end()))
      // Not "with (force)": PostgreSQL waits for connections that are still closing, and a killed one would raise an error.
      await onServer(TEST_DATABASE_URL, `drop database ${name}`)
    },
  }
}

/** The URL may name a socket's folder as its host, which the URL class does not parse. */
const withDatabase = (url: string, name: string) => url.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`)

async function onServer(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
