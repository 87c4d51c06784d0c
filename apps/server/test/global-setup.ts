import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.js'
import { createTemplate } from './database.js'

/** One PostgreSQL for the whole run, with a template database that each test server copies. */
export default async function setup() {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-test-'))
  const postgres = await startEmbeddedPostgres({ data_dir, durable: false })
  process.env.TEST_DATABASE_URL = postgres.url
  process.env.TEST_FOLDER = data_dir
  await createTemplate()

  return async () => {
    await postgres.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}
