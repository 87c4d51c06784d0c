import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool, PoolClient } from 'pg'
import { StartupError } from '../startup-error.js'

export interface MigrateOptions {
  folder?: string
  log?: (line: string) => void
}

/** Three folders up from src/platform/database and from dist/platform/database. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The advisory lock that every migrating process takes. */
const LOCK = 7_024_114_903_218_511n

/** The first migration of 0.1.0, whose tables were different. */
const FIRST_OF_0_1_0 = '0001_accounts-and-people.sql'

/** Applies the missing migrations, each in its own transaction. Processes that start together apply them once. */
export async function migrate(pool: Pool, { folder = migrationsFolder, log }: MigrateOptions = {}) {
  const files = await readMigrations(folder)
  const client = await pool.connect()
  // The pool does not listen to a client in use. The failing query reports the error.
  client.on('error', () => undefined)
  try {
    // A migration may run longer than the statement timeout of requests.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await lock(client, log)
    return { applied: await applyPending(client, files, log) }
  } finally {
    // Closing the connection releases the lock and the settings, even when the database is gone.
    client.release(true)
  }
}

/** Read once, at the start: the files of the next version may arrive while this one still runs. */
export async function readMigrationNames(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9-]+\.sql$/.test(name)).sort()
}

/** Whether all these migrations are applied. A newer version may have applied more. */
export async function isMigrated(pool: Pool, names: string[]) {
  const { rowCount } = await pool.query('select from schema_migrations where name = any($1)', [names])
  return rowCount === names.length
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await readMigrationNames(folder)
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may change line ends; that is no change of the migration.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function lock(client: PoolClient, log: MigrateOptions['log']) {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK])
  if (rows[0]?.locked) return
  log?.('Waiting for another process to finish migrating the database')
  await client.query('select pg_advisory_lock($1)', [LOCK])
}

async function applyPending(client: PoolClient, files: Migration[], log: MigrateOptions['log']) {
  await client.query(`create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`)
  const { rows } = await client.query<Omit<Migration, 'sql'>>(
    'select name, checksum from schema_migrations order by name',
  )
  const pending = pendingOf(files, rows)
  for (const file of pending) {
    await apply(client, file)
    log?.(`Applied migration ${file.name}`)
  }
  return pending.map(({ name }) => name)
}

function pendingOf(files: Migration[], applied: Array<Omit<Migration, 'sql'>>) {
  if (applied.some(({ name }) => name === FIRST_OF_0_1_0)) {
    throw new StartupError(
      'This database was made by Papercups 0.1.0 and cannot be upgraded: export what you need with 0.1.0, then start ' +
        'this version with a new DATA_DIR (or with an empty database in DATABASE_URL).',
    )
  }
  const known = new Map(files.map((file) => [file.name, file]))
  for (const { name, checksum } of applied) {
    const file = known.get(name)
    if (!file) {
      throw new StartupError(`The database is newer than this code: it has migration ${name}, which is not known here.`)
    }
    if (file.checksum !== checksum) {
      throw new StartupError(
        `Migration ${name} was changed after it was applied; restore it and add a new one instead.`,
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  const pending = files.filter(({ name }) => !done.has(name))
  const newest = applied.at(-1)?.name
  const late = pending.find(({ name }) => newest !== undefined && name < newest)
  if (late) {
    throw new StartupError(
      `Migration ${late.name} comes before ${newest}, which is already applied; give it a later number.`,
    )
  }
  return pending
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration) {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    throw new StartupError(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
