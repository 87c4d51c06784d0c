import type { Pool } from 'pg'

export interface Catalog {
  domains: Array<{ name: string; base: string; checks: string[] }>
  tables: Table[]
  functions: string[]
}

export interface Table {
  name: string
  options: string[]
  columns: Column[]
  constraints: Constraint[]
  indexes: string[]
  triggers: string[]
}

export interface Column {
  name: string
  /** As declared: `timestamp(3) with time zone`, or a domain's name. */
  type: string
  /** The type's base name: `timestamptz`, `int8`, or the domain's name. */
  udt: string
  not_null: boolean
  /** The expression of a generated column. */
  default: string | null
  generated: boolean
  identity: 'always' | 'by default' | null
}

export interface Constraint {
  name: string
  kind: 'p' | 'u' | 'c' | 'f'
  columns: string[]
  definition: string
}

/** Our part of a migrated database, in an order that does not depend on its history. */
export async function readCatalog(pool: Pool): Promise<Catalog> {
  const { rows } = await pool.query<{ catalog: Catalog }>(catalogSql)
  const [row] = rows
  if (!row) throw new Error('the catalog query returned nothing')
  return row.catalog
}

/** Leaves out the table of applied migrations. */
const ours = `relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'`

const columns = `
  select coalesce(json_agg(json_build_object(
    'name', attname,
    'type', format_type(atttypid, atttypmod),
    'udt', typname,
    'not_null', attnotnull,
    'default', pg_get_expr(adbin, adrelid),
    'generated', attgenerated = 's',
    'identity', case attidentity when 'a' then 'always' when 'd' then 'by default' end
  ) order by attnum), '[]')
  from pg_attribute
  join pg_type on pg_type.oid = atttypid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = c.oid and attnum > 0 and not attisdropped`

const constraints = `
  select coalesce(json_agg(json_build_object(
    'name', conname,
    'kind', contype,
    'columns', (
      select json_agg(attname order by position)
      from unnest(conkey) with ordinality as key (attnum, position)
      join pg_attribute on attrelid = conrelid and pg_attribute.attnum = key.attnum
    ),
    'definition', pg_get_constraintdef(pg_constraint.oid)
  ) order by position(contype::text in 'pucf'), conname collate "C"), '[]')
  from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'c', 'f')`

const indexes = `
  select coalesce(json_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text collate "C"), '[]')
  from pg_index where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`

const triggers = `
  select coalesce(json_agg(pg_get_triggerdef(pg_trigger.oid) order by tgname collate "C"), '[]')
  from pg_trigger where tgrelid = c.oid and not tgisinternal`

const catalogSql = `
  select json_build_object(
    'domains', (
      select coalesce(json_agg(json_build_object(
        'name', typname,
        'base', format_type(typbasetype, typtypmod),
        'checks', (
          select coalesce(json_agg(pg_get_constraintdef(pg_constraint.oid) order by conname collate "C"), '[]')
          from pg_constraint where contypid = pg_type.oid and contype = 'c'
        )
      ) order by typname collate "C"), '[]')
      from pg_type where typnamespace = 'public'::regnamespace and typtype = 'd'
    ),
    'tables', (
      select coalesce(json_agg(json_build_object(
        'name', relname,
        'options', coalesce(to_json(reloptions), '[]'),
        'columns', (${columns}),
        'constraints', (${constraints}),
        'indexes', (${indexes}),
        'triggers', (${triggers})
      ) order by relname collate "C"), '[]')
      from pg_class c where ${ours}
    ),
    'functions', (
      select coalesce(json_agg(pg_get_functiondef(oid) order by proname collate "C"), '[]')
      from pg_proc where pronamespace = 'public'::regnamespace
    )
  ) as catalog`
