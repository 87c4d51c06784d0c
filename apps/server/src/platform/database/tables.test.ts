import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.js'
import { readCatalog, type Catalog, type Column, type Table } from './read-catalog.js'
import { createTestDatabase, type TestDatabase } from '../../../test/database.js'

/** Tables that belong to the whole installation. A new one without account_id has to be argued for here. */
const SHARED = [
  'accounts',
  'event_readers',
  'job_workers',
  // Keys of the server itself, which all accounts share.
  'kept_keys',
  // People who register have no account yet.
  'pending_registrations',
  // A mailbox is filled by all accounts together, and one that was deleted still counts.
  'secret_key_fingerprint',
  'sent_mails',
  // Stripe's events name no account. Only their ids are kept.
  'stripe_events',
  // One address uploads to several accounts, and its quota counts all of them.
  'upload_usage',
]

let database: TestDatabase
let pool: Pool
let catalog: Catalog

beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
  await migrate(pool)
  catalog = await readCatalog(pool)
})
afterAll(() => database.drop())

type Row = Record<string, unknown>
interface Reference {
  name: string
  table: string
  columns: string[]
  target: string
  target_columns: string[]
}

const owned = () => catalog.tables.filter(({ name }) => !SHARED.includes(name))

function referencesOf(table: Table): Reference[] {
  return table.constraints.flatMap(({ name, kind, columns, definition }) => {
    const [, target, list] = /REFERENCES (\w+)\(([^)]+)\)/.exec(definition) ?? []
    if (kind !== 'f' || !target || !list) return []
    return [{ name, table: table.name, columns, target, target_columns: list.split(', ') }]
  })
}

test('the server uses every table', async () => {
  const folder = new URL('../../', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter(
    (path) => /(?<!\.test)\.ts$/.test(path) && path !== 'platform/database/tables.ts',
  )
  const code = (await Promise.all(files.map((path) => readFile(new URL(path, folder), 'utf8')))).join('\n')
  const words = new Set(code.match(/\w+/g))
  expect(catalog.tables.map(({ name }) => name).filter((name) => !words.has(name))).toEqual([])
})

test('every owned table has an account_id', () => {
  const missing = owned().filter(
    ({ columns }) => !columns.some(({ name, not_null }) => name === 'account_id' && not_null),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('every reference between owned tables carries the account', () => {
  const references = owned()
    .flatMap(referencesOf)
    .filter(({ target }) => !SHARED.includes(target))
  expect(references.length).toBeGreaterThan(40)
  for (const { name, columns, target_columns } of references) {
    expect([columns[0], target_columns[0]], name).toEqual(['account_id', 'account_id'])
  }
})

test('every owned table reaches the account through required references that cascade', () => {
  const leads = (table: Table): boolean =>
    table.constraints.some(({ kind, columns, definition }) => {
      if (kind !== 'f' || !definition.endsWith('ON DELETE CASCADE')) return false
      if (!columns.every((name) => table.columns.some((column) => column.name === name && column.not_null)))
        return false
      const target = /REFERENCES (\w+)/.exec(definition)?.[1]
      const parent = catalog.tables.find(({ name }) => name === target)
      return target === 'accounts' || (parent !== undefined && leads(parent))
    })
  expect(
    owned()
      .filter((table) => !leads(table))
      .map(({ name }) => name),
  ).toEqual([])
})

test('every reference has an index for the reverse lookup', async () => {
  const { rows } = await pool.query<{ table: string; columns: string[]; predicate: string | null }>(`
    select indrelid::regclass::text as "table", pg_get_expr(indpred, indrelid) as predicate, array(
      select attname::text from unnest(indkey::int2[]) with ordinality as key (attnum, position)
      join pg_attribute on attrelid = indrelid and pg_attribute.attnum = key.attnum
      where position <= indnkeyatts order by position
    ) as columns
    from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`)

  const supports = (reference: Reference) => {
    const own = reference.columns.at(-1) ?? ''
    return rows.some(({ table, columns, predicate }) => {
      if (table !== reference.table) return false
      if (predicate !== null && predicate !== `(${own} IS NOT NULL)`) return false
      const leading = columns.slice(0, columns.indexOf(own) + 1)
      return leading.length > 0 && leading.every((column) => reference.columns.includes(column))
    })
  }
  const missing = owned()
    .flatMap(referencesOf)
    .filter((reference) => !supports(reference))
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('no row can point into another account', async () => {
  const acme = await fillEveryTable()
  const globex = await fillEveryTable()

  for (const reference of owned().flatMap(referencesOf)) {
    const column = reference.columns.at(-1) ?? ''
    if (column === 'account_id') continue
    const update = pool.query(`update ${reference.table} set ${column} = $2 where account_id = $1`, [
      acme.get('accounts')?.id,
      globex.get(reference.target)?.id,
    ])
    await expect(update, reference.name).rejects.toMatchObject({ code: '23503' })
  }
})

test('deleting an account deletes its rows in every owned table, and no others', async () => {
  const acme = await fillEveryTable()
  const globex = await fillEveryTable()
  const left = async (rows: Map<string, Row>) => {
    const account_id = rows.get('accounts')?.id
    const counts = owned().map(({ name }) => `select '${name}' as name from ${name} where account_id = $1`)
    const result = await pool.query<{ name: string }>(counts.join(' union '), [account_id])
    return result.rows.map(({ name }) => name).sort()
  }
  const everything = owned()
    .map(({ name }) => name)
    .sort()
  expect(await left(acme)).toEqual(everything)

  await pool.query('delete from accounts where id = $1', [acme.get('accounts')?.id])

  expect(await left(acme)).toEqual([])
  expect(await left(globex)).toEqual(everything)
})

/** One row in each table, all of one new account, with every reference set. New tables are filled by being there. */
async function fillEveryTable() {
  const rows = new Map<string, Row>()
  const fill = async (table: Table) => {
    if (rows.has(table.name)) return
    const values: Row = {}
    for (const { target, columns, target_columns } of referencesOf(table)) {
      const parent = catalog.tables.find(({ name }) => name === target)
      if (parent) await fill(parent)
      for (const [index, column] of columns.entries()) {
        values[column] = rows.get(target)?.[target_columns[index] ?? '']
      }
    }
    for (const column of table.columns) {
      const given = column.name in values || column.default !== null || column.identity !== null
      if (!given && column.not_null) values[column.name] = sample(table, column)
    }
    const names = Object.keys(values)
    const places = names.map((_, index) => `$${index + 1}`)
    const insert = names.length > 0 ? `(${names.join()}) values (${places.join()})` : 'default values'
    // A trigger may have been quicker: what customers are found by is written with them.
    const text = `insert into ${table.name} ${insert} on conflict do nothing returning *`
    const result = await pool.query<Row>(text, Object.values(values))
    rows.set(table.name, result.rows[0] ?? {})
  }
  for (const table of catalog.tables.filter(({ name }) => name === 'accounts' || !SHARED.includes(name)))
    await fill(table)
  return rows
}

function sample(table: Table, column: Column): unknown {
  const check = table.constraints.find(({ kind, columns }) => kind === 'c' && columns.includes(column.name))
  const domain = catalog.domains.find(({ name }) => name === column.udt)
  const literal = /'(\w+)'::text/.exec(check?.definition ?? domain?.checks.join() ?? '')?.[1]
  const samples: Record<string, unknown> = {
    _int8: [randomInt(1_000_000)],
    bool: true,
    bytea: randomBytes(8),
    date: '2024-02-29',
    int4: randomInt(1_000_000),
    int8: randomInt(1_000_000),
    json_map: '{}',
    short_text: `${randomUUID()}@example.com`,
    text: literal ?? randomUUID(),
    timestamptz: new Date(),
    tsvector: '',
    uuid: randomUUID(),
  }
  return samples[column.udt] ?? literal
}
