import { readFileSync } from 'node:fs'

const SCHEMA = new URL('../migrations/schema.sql', import.meta.url)

/** The tables that have an account_id, as the migrations leave them. */
export function ownedTables(): Set<string> {
  const schema = readFileSync(SCHEMA, 'utf8')
  const tables = [...schema.matchAll(/^create table (\w+) \(\n([^]*?)^\)/gm)]
  return new Set(tables.flatMap(([, name = '', columns]) => (/^ {2}account_id /m.test(columns ?? '') ? [name] : [])))
}
