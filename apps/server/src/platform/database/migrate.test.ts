import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isMigrated, migrate, migrationsFolder, readMigrationNames } from './migrate.js'
import { StartupError } from '../startup-error.js'
import { createTestDatabase, type TestDatabase } from '../../../test/database.js'
import { startTestServer } from '../../../test/server.js'

let database: TestDatabase
let pool: Pool
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  pool = database.pool
  folder = await mkdtemp(join(tmpdir(), 'papercups-migrations-'))
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const add = (name: string, sql: string) => writeFile(join(folder, name), sql)
const socketOf = (client: PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream
const tables = async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('two processes that start together migrate once', async () => {
  const other = database.anotherPool()

  const [first, second] = await Promise.all([migrate(pool), migrate(other)])

  const names = [...first.applied, ...second.applied]
  expect(names).toEqual([...new Set(names)])
  expect(names).toContain('0001_accounts-and-users.sql')
  expect([first.applied.length, second.applied.length]).toContain(0)
  await expect(migrate(pool)).resolves.toEqual({ applied: [] })
})

test('applies missing migrations in order and logs them', async () => {
  await add('0002_b.sql', 'alter table a add column b int')
  await add('0001_a.sql', 'create table a (id int)')
  await add('notes.txt', 'not a migration')
  const logged: string[] = []

  await expect(migrate(pool, { folder, log: (line) => logged.push(line) })).resolves.toEqual({
    applied: ['0001_a.sql', '0002_b.sql'],
  })

  expect(logged).toEqual(['Applied migration 0001_a.sql', 'Applied migration 0002_b.sql'])
  await add('0003_c.sql', 'create table c (id int)')
  await expect(migrate(pool, { folder })).resolves.toEqual({ applied: ['0003_c.sql'] })
})

test('a failing migration is rolled back, and the earlier ones stay', async () => {
  await add('0001_a.sql', 'create table a (id int)')
  await add('0002_b.sql', 'create table b (id int); create table a (id int)')

  await expect(migrate(pool, { folder })).rejects.toThrow('Migration 0002_b.sql failed: relation "a" already exists')

  expect(await tables()).toEqual(['a', 'schema_migrations'])
  await add('0002_b.sql', 'create table b (id int)')
  await expect(migrate(pool, { folder })).resolves.toEqual({ applied: ['0002_b.sql'] })
})

test('a database that is killed during a migration causes an error, not a crash', async () => {
  await add('0001_a.sql', 'create table a (id int)')
  // As after a kill -9: the connection is cut, and the client emits the error before its query fails.
  pool.once('acquire', (client) => setImmediate(() => socketOf(client).destroy()))

  await expect(migrate(pool, { folder })).rejects.toThrow('Connection terminated unexpectedly')

  await expect(migrate(pool, { folder })).resolves.toEqual({ applied: ['0001_a.sql'] })
})

test('refuses a migration that changed after it was applied', async () => {
  await cp(migrationsFolder, folder, { recursive: true })
  await migrate(pool, { folder })

  await appendFile(join(folder, '0005_customers.sql'), '\n-- one more thing')

  await expect(migrate(pool, { folder })).rejects.toThrow(
    'Migration 0005_customers.sql was changed after it was applied',
  )
})

test('ignores a change of line ends', async () => {
  await add('0001_a.sql', 'create table a (\n  id int\n)')
  await migrate(pool, { folder })
  await add('0001_a.sql', 'create table a (\r\n  id int\r\n)')
  await expect(migrate(pool, { folder })).resolves.toEqual({ applied: [] })
})

test('refuses code that is older than the database', async () => {
  await add('0001_a.sql', 'create table a (id int)')
  await add('0002_b.sql', 'create table b (id int)')
  await migrate(pool, { folder })

  await rm(join(folder, '0002_b.sql'))

  await expect(migrate(pool, { folder })).rejects.toThrow(
    'The database is newer than this code: it has migration 0002_b.sql',
  )
})

test('refuses a database of 0.1.0, says what to do and changes nothing', async () => {
  await add('0001_accounts-and-people.sql', 'create table accounts (id int)')
  await migrate(pool, { folder })

  const refused = await startTestServer({ env: { DATABASE_URL: database.url } }).catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(StartupError)
  expect(String(refused)).toContain(
    'This database was made by Papercups 0.1.0 and cannot be upgraded: export what you need with 0.1.0, then start this ' +
      'version with a new DATA_DIR (or with an empty database in DATABASE_URL).',
  )
  expect(await tables()).toEqual(['accounts', 'schema_migrations'])
})

test('refuses a new migration with a lower number than an applied one', async () => {
  await add('0002_b.sql', 'create table b (id int)')
  await migrate(pool, { folder })
  await add('0001_a.sql', 'create table a (id int)')
  await expect(migrate(pool, { folder })).rejects.toThrow('Migration 0001_a.sql comes before 0002_b.sql')
  expect(await tables()).toEqual(['b', 'schema_migrations'])
})

test('a database is ready when all migrations are applied', async () => {
  await add('0001_a.sql', 'create table a (id int)')
  await migrate(pool, { folder })
  const known = await readMigrationNames(folder)
  await expect(isMigrated(pool, known)).resolves.toBe(true)

  // The files of the next version arrive, while this one still runs.
  await add('0002_b.sql', 'create table b (id int)')
  await expect(isMigrated(pool, known)).resolves.toBe(true)
  await expect(isMigrated(pool, await readMigrationNames(folder))).resolves.toBe(false)
  await migrate(pool, { folder })
  await expect(isMigrated(pool, known)).resolves.toBe(true)
})

test('each migration has its own number', async () => {
  const numbers = (await readdir(migrationsFolder))
    .filter((name) => /^\d/.test(name))
    .map((name) => Number(name.slice(0, 4)))
  expect(numbers).toHaveLength(new Set(numbers).size)
})
