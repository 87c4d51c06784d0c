import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../src/platform/database/migrate.js'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.js'

/** One PostgreSQL for the whole run, and in it one migrated database that all stories share. */
export default async function setup() {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-test-'))
  const postgres = await startEmbeddedPostgres({ data_dir, durable: false })
  const url = new URL(postgres.url)
  process.env.TEST_DATABASE_URL = postgres.url

  const admin = new pg.Client(postgres.url)
  await admin.connect()
  await admin.query('create database stories')
  await admin.end()
  url.pathname = '/stories'
  process.env.STORY_DATABASE_URL = url.toString()
  const pool = new pg.Pool({ connectionString: url.toString() })
  await migrate(pool)
  await pool.end()

  return async () => {
    await postgres.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}
