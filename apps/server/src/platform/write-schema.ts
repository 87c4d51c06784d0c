import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describeSchema, describeTables } from './database/describe-schema.js'
import { migrate, migrationsFolder } from './database/migrate.js'
import { readCatalog } from './database/read-catalog.js'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.js'

/** Migrates an empty database and writes schema.sql and tables.ts from it. */
export async function writeSchema() {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-schema-'))
  const postgres = await startEmbeddedPostgres({ data_dir, durable: false })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  try {
    await migrate(pool, { log: console.log })
    const catalog = await readCatalog(pool)
    await write(join(migrationsFolder, 'schema.sql'), describeSchema(catalog))
    await write(
      fileURLToPath(new URL('../../src/platform/database/tables.ts', import.meta.url)),
      describeTables(catalog),
    )
  } finally {
    await pool.end()
    await postgres.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}

async function write(path: string, text: string) {
  await writeFile(path, text)
  console.log(`Wrote ${path}`)
}
