import type { Catalog, Column, Table } from './read-catalog.js'

const HEADER = 'Generated from the migrations by `npm run schema`. Do not edit.'

/** The current schema as SQL, for reading and comparing. Databases are created by the migrations. */
export function describeSchema(catalog: Catalog) {
  const domains = catalog.domains.map(
    ({ name, base, checks }) => `create domain ${name} as ${[base, ...checks].join(' ')};`,
  )
  const functions = catalog.functions.map((definition) => `${definition.trimEnd().replaceAll('public.', '')};`)
  return [`-- ${HEADER}`, ...domains, ...catalog.tables.map(describeTable), ...functions].join('\n\n') + '\n'
}

function describeTable({ name, options, columns, constraints, indexes, triggers }: Table) {
  const lines = [
    ...columns.map(describeColumn),
    ...constraints.map((constraint) => `constraint ${constraint.name} ${constraint.definition}`),
  ]
  const storage = options.length > 0 ? ` with (${options.join(', ')})` : ''
  const table = `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${storage};`
  const rest = [...indexes, ...triggers].map((definition) =>
    definition.replace(' USING btree', '').replaceAll('public.', ''),
  )
  return [table, ...rest.map((definition) => `${definition};`)].join('\n')
}

function describeColumn(column: Column) {
  return [
    column.name,
    column.type,
    column.not_null && 'not null',
    column.identity && `generated ${column.identity} as identity`,
    column.default !== null &&
      (column.generated ? `generated always as (${column.default}) stored` : `default ${column.default}`),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The schema as Kysely's types. */
export function describeTables(catalog: Catalog) {
  const domains = new Map(catalog.domains.map(({ name, checks }) => [name, literalsIn(checks)]))
  const tables = catalog.tables.map((table) => {
    const columns = table.columns.map((column) => `  ${column.name}: ${columnType(table, column, domains)}\n`)
    return `export interface ${interfaceName(table.name)} {\n${columns.join('')}}\n`
  })
  const db = catalog.tables.map(({ name }) => `  ${name}: ${interfaceName(name)}\n`)
  return [`// ${HEADER}\n`, PREAMBLE, `export interface DB {\n${db.join('')}}\n`, ...tables].join('\n')
}

const PREAMBLE = `import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type TimestampByDefault = ColumnType<Date, Date | string | undefined, Date | string>

/** The driver writes a JavaScript array as an SQL array, so a JSON array goes in as text. */
export type JsonArray = ColumnType<unknown[], string, string>
export type JsonArrayByDefault = ColumnType<unknown[], string | undefined, string>
export type JsonMap = ColumnType<Record<string, unknown>, object | string, object | string>
export type JsonMapByDefault = ColumnType<Record<string, unknown>, object | string | undefined, object | string>
`

const TYPES: Record<string, string> = {
  _int8: 'number[]',
  _text: 'string[]',
  _timestamptz: 'Date[]',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  int4: 'number',
  int8: 'number',
  json_map: 'JsonMap',
  jsonb: 'JsonArray',
  short_text: 'string',
  text: 'string',
  timestamptz: 'Timestamp',
  tsvector: 'string',
  uuid: 'string',
  xid8: 'string',
}

function columnType(table: Table, column: Column, domains: Map<string, string | undefined>) {
  const type = literals(table, column) ?? domains.get(column.udt) ?? TYPES[column.udt]
  if (!type)
    throw new Error(`${table.name}.${column.name} is of type ${column.type}, which describe-schema.ts does not know`)
  const nullable = column.not_null ? '' : ' | null'
  if (column.identity === 'always' || column.generated) {
    // A generated column is only read, so it needs no type for writing.
    return `GeneratedAlways<${type === 'Timestamp' ? 'Date' : type}${nullable}>`
  }
  if (column.identity === null && column.default === null) return type + nullable
  // Kysely's Generated takes plain types only.
  return /^[A-Z](?!uffer)/.test(type) ? `${type}ByDefault${nullable}` : `Generated<${type}${nullable}>`
}

function literals(table: Table, column: Column) {
  const own = table.constraints.filter(
    ({ kind, columns }) => kind === 'c' && columns.length === 1 && columns[0] === column.name,
  )
  return literalsIn(own.map(({ definition }) => definition))
}

/** `check (status in ('open', 'closed'))`, as PostgreSQL writes it back, is a union of literals. */
function literalsIn(checks: string[]) {
  for (const check of checks) {
    const [, list] = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[)?([^\])]+)\]?\)+$/.exec(check) ?? []
    const values = list?.split(', ').map((value) => /^('\w+')::text$/.exec(value)?.[1])
    if (values?.every((value) => value !== undefined)) return values.join(' | ')
  }
  return undefined
}

function interfaceName(table: string) {
  return table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()) + 'Table'
}
