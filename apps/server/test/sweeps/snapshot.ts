import type { Pool } from 'pg'

export type Row = Record<string, unknown>
/** Everything that an account owns, table by table. */
export type Rows = Map<string, Row[]>

export interface Changes {
  added: Array<{ table: string; row: Row }>
  changed: Array<{ table: string; row: Row; before: Row }>
  removed: Array<{ table: string; row: Row }>
}

/** A reader of the event log copies them from other tables, which are compared, some time after each call. */
const COPIES = ['report_conversations', 'report_openings', 'report_changes']

/** Tables that carry an account's id, and the accounts themselves, as the catalog has them today. */
export async function ownedTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'account_id' and t.table_type = 'BASE TABLE' order by 1`,
  )
  return ['accounts', ...rows.map(({ name }) => name).filter((name) => !COPIES.includes(name))]
}

export async function readAccount(pool: Pool, tables: string[], account_id: string): Promise<Rows> {
  const parts = tables.map((table) => {
    const owner = table === 'accounts' ? 'id' : 'account_id'
    return `select '${table}' as name, to_jsonb(x) as row from "${table}" x where ${owner} = $1`
  })
  const { rows } = await pool.query<{ name: string; row: Row }>(parts.join(' union all '), [account_id])
  const found: Rows = new Map(tables.map((table) => [table, []]))
  for (const { name, row } of rows) found.get(name)?.push(row)
  return found
}

/** Reads an account many times. It reads only the tables whose rows were written since the time before. */
export function createReader(pool: Pool, tables: string[], account_id: string): () => Promise<Rows> {
  // Each write gives a row another place or transaction.
  const parts = tables.map((table) => {
    const owner = table === 'accounts' ? 'id' : 'account_id'
    return `select '${table}' as name, count(*) || ' ' || sum(hashtext(x.ctid || ' ' || x.xmin)) as version
      from "${table}" x where ${owner} = $1`
  })
  // Named, so that a query over every table is planned once and not with every look.
  const query = { name: 'sweep.versions', text: parts.join(' union all '), values: [account_id] }
  let versions = new Map<string, string | null>()
  let known: Rows = new Map()

  return async () => {
    const { rows } = await pool.query<{ name: string; version: string | null }>(query)
    const written = rows.filter(({ name, version }) => !known.has(name) || version !== versions.get(name))
    versions = new Map(rows.map(({ name, version }) => [name, version]))
    if (written.length > 0) {
      const names = written.map(({ name }) => name)
      known = new Map([...known, ...(await readAccount(pool, names, account_id))])
    }
    return known
  }
}

export function compare(before: Rows, after: Rows): Changes {
  const changes: Changes = { added: [], changed: [], removed: [] }
  for (const [table, rows] of after) {
    if (rows === before.get(table)) continue
    const known = new Map((before.get(table) ?? []).map((row) => [keyOfRow(table, row), row]))
    for (const row of rows) {
      const was = known.get(keyOfRow(table, row))
      known.delete(keyOfRow(table, row))
      if (!was) changes.added.push({ table, row })
      else if (contentOf(table, was) !== contentOf(table, row)) changes.changed.push({ table, row, before: was })
    }
    for (const row of known.values()) changes.removed.push({ table, row })
  }
  return changes
}

/** Columns that change in the background: when a failed reaction is retried, and when recorded bytes move to a file. */
const VOLATILE: Record<string, string[]> = {
  failed_reactions: ['attempts', 'error', 'next_try_at', 'updated_at'],
  recording_chunks: ['closed_at', 'file_key', 'stored_at'],
  recording_batches: ['content'],
}

function contentOf(table: string, row: Row) {
  const volatile = VOLATILE[table]
  return JSON.stringify(row, volatile && ((key, value: unknown) => (volatile.includes(key) ? undefined : value)))
}

/** The keys of tables whose rows have no id of their own. */
const KEYS: Record<string, string> = {
  customer_search: 'customer_id',
  unseen_answers: 'conversation_id',
  report_days: 'day',
  report_open_days: 'day',
}

const keyOfRow = (table: string, row: Row) => {
  const key = KEYS[table]
  return String(row.id ?? (key ? row[key] : contentOf(table, row)))
}

/** Readable text for the failure message of a sweep. */
export function describeChanges({ added, changed, removed }: Changes): string[] {
  return [
    ...added.map(({ table, row }) => `a row appeared in ${table}: ${JSON.stringify(row)}`),
    ...changed.map(({ table, row, before }) => `a row of ${table} changed: ${differences(before, row)}`),
    ...removed.map(({ table, row }) => `a row of ${table} is gone: ${JSON.stringify(row)}`),
  ]
}

const differences = (before: Row, after: Row) =>
  Object.keys(after)
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => `${key} from ${JSON.stringify(before[key])} to ${JSON.stringify(after[key])}`)
    .join(', ')
