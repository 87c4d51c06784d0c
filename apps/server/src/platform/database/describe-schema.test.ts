import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSchema, describeTables } from './describe-schema.js'
import { migrate, migrationsFolder } from './migrate.js'
import { readCatalog, type Catalog } from './read-catalog.js'
import { createTestDatabase, type TestDatabase } from '../../../test/database.js'

let database: TestDatabase
let catalog: Catalog

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.pool)
  catalog = await readCatalog(database.pool)
})
afterAll(() => database.drop())

test('schema.sql matches the migrations', async () => {
  const written = await readFile(join(migrationsFolder, 'schema.sql'), 'utf8')
  expect(written, 'schema.sql is out of date: run `npm run schema`').toBe(describeSchema(catalog))
})

test('tables.ts matches the migrations', async () => {
  const written = await readFile(fileURLToPath(new URL('tables.ts', import.meta.url)), 'utf8')
  expect(written, 'tables.ts is out of date: run `npm run schema`').toBe(describeTables(catalog))
})

test('maps columns to the types of a query', async () => {
  await database.pool.query(`create domain sample_kind as text check (value in ('one', 'two'))`)
  await database.pool.query(`create table sample (
    id bigint generated always as identity,
    state text not null default 'new' check (state in ('new', 'old')),
    kind text check (kind in ('only')),
    other_kind sample_kind,
    word text check (word <> 'no'),
    map json_map,
    list jsonb not null check (jsonb_typeof(list) = 'array'),
    at timestamptz(3) not null default now(),
    day date not null,
    code bytea
  )`)
  const { tables, domains } = await readCatalog(database.pool)
  await database.pool.query('drop table sample; drop domain sample_kind')

  const types = describeTables({ domains, functions: [], tables: tables.filter(({ name }) => name === 'sample') })

  expect(types).toContain(`export interface SampleTable {
  id: GeneratedAlways<number>
  state: Generated<'new' | 'old'>
  kind: 'only' | null
  other_kind: 'one' | 'two' | null
  word: string | null
  map: JsonMap | null
  list: JsonArray
  at: TimestampByDefault
  day: string
  code: Buffer | null
}`)
})
