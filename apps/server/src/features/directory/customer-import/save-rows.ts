import type { Account } from '../../../platform/account.js'
import { userActor, type Actor } from '../../../platform/actor.js'
import { defineStatement } from '../../../platform/statement.js'
import type { Key, Matched } from './match-rows.js'
import type { ImportRow } from './queries.js'

/** A customer of another product brings times. */
export interface SavedRow extends Omit<Matched, 'line' | 'metadata'> {
  line?: number
  metadata?: Record<string, unknown>
  created_at?: Date
  last_seen_at?: Date
}

/** Many customers in one statement, each with its row in the event log. Empty cells keep the stored values. */
export async function saveRows(account: Account, rows: SavedRow[], { id, user_id }: Pick<ImportRow, 'id' | 'user_id'>) {
  const actor = user_id === null ? null : userActor(user_id)
  const companies = await findCompanies(account, rows, actor)
  const values = rows.map(({ company, line: _line, ...row }) => ({
    ...row,
    company_id: company ? companies.get(company.toLowerCase()) : undefined,
  }))
  await account.run(saveCustomers, JSON.stringify(values), actor, id)
}

export const rememberKeys = (account: Account, import_id: string, keys: Key[]) =>
  account.run(insertKeys, import_id, JSON.stringify(keys))

/** Finds companies by name and creates missing ones. */
async function findCompanies(account: Account, rows: SavedRow[], actor: Actor | null) {
  const names = new Map<string, string>()
  for (const { company } of rows)
    if (company && !names.has(company.toLowerCase())) names.set(company.toLowerCase(), company)
  if (names.size === 0) return new Map<string, string>()
  const known = await account.run(companiesByName, [...names.keys()])
  const found = new Map(known.map(({ id, name }) => [name, id]))
  const missing = [...names].filter(([key]) => !found.has(key)).map(([, name]) => name)
  if (missing.length === 0) return found
  for (const { id, name } of await account.run(createCompanies, missing, actor)) {
    found.set(name.toLowerCase(), id)
    account.announce('company:created', { company_id: id })
  }
  return found
}

/** Returns the name as it was requested. */
const companiesByName = defineStatement<{ id: string; name: string }>(
  'customer-import.companies-by-name',
  `select distinct on (lower(companies.name)) companies.id, asked.name from companies
    join unnest($2::text[]) as asked (name) on lower(companies.name) = lower(asked.name)
  where account_id = $1 order by lower(companies.name), companies.created_at, companies.id`,
)

const createCompanies = defineStatement<{ id: string; name: string }>(
  'customer-import.create-companies',
  `with made as (
    insert into companies (account_id, name) select $1::uuid, name from unnest($2::text[]) as name
    returning id, name, account_id
  ), logged as (
    insert into events (account_id, type, payload, actor)
    select account_id, 'company:created', jsonb_build_object('company_id', id), $3::text from made where account_id = $1
  )
  select id, name from made`,
)

/** Existing customers are locked in a fixed order, so that two writers cannot deadlock. */
const saveCustomers = defineStatement(
  'customer-import.save-customers',
  `with given as (
    select * from jsonb_to_recordset($2::jsonb) as given (id uuid, is_new boolean, name text, email text, phone text,
      external_id text, company_id uuid, metadata jsonb, created_at timestamptz, last_seen_at timestamptz)
  ), before as (
    select * from customers where account_id = $1 and id in (select id from given where not is_new) order by id for update
  ), made as (
    insert into customers (account_id, id, name, email, phone, external_id, company_id, metadata, created_at, first_seen,
      last_seen_at)
    select $1::uuid, id, name, email, phone, external_id, company_id, metadata, coalesce(created_at, now()),
      (coalesce(created_at, now()) at time zone 'utc')::date, last_seen_at from given where is_new
    returning account_id, id
  ), kept as (
    update customers c set
      name = coalesce(given.name, c.name), email = coalesce(given.email, c.email),
      phone = coalesce(given.phone, c.phone), external_id = coalesce(given.external_id, c.external_id),
      company_id = coalesce(given.company_id, c.company_id),
      metadata = case when given.metadata is null then c.metadata::jsonb
        else coalesce(c.metadata::jsonb, '{}') || given.metadata end,
      first_seen = least(c.first_seen, (given.created_at at time zone 'utc')::date),
      last_seen_at = greatest(c.last_seen_at, given.last_seen_at),
      updated_at = now()
    from given join before on before.id = given.id where c.account_id = $1 and c.id = before.id
    returning c.account_id, c.id, c.company_id, to_jsonb(array_remove(array[
      case when c.name is distinct from before.name then 'name' end,
      case when c.email is distinct from before.email then 'email' end,
      case when c.phone is distinct from before.phone then 'phone' end,
      case when c.external_id is distinct from before.external_id then 'external_id' end,
      case when c.company_id is distinct from before.company_id then 'company_id' end,
      case when c.metadata is distinct from before.metadata then 'metadata' end], null)) as changed
  )
  insert into events (account_id, type, payload, actor)
  select account_id, 'customer:created', jsonb_build_object('customer_id', id, 'import_id', $4::text), $3::text from made
  union all
  select account_id, 'customer:updated',
    jsonb_build_object('customer_id', id, 'changed', changed, 'import_id', $4::text)
      || case when changed ? 'company_id' then jsonb_build_object('became', jsonb_build_object('company_id', company_id))
        else '{}' end, $3::text
  from kept where changed <> '[]'`,
)

const insertKeys = defineStatement(
  'customer-import.insert-keys',
  `insert into customer_import_keys (account_id, import_id, key, line)
  select account_id, id, given.key, given.line
  from customer_imports, jsonb_to_recordset($3::jsonb) as given (key text, line bigint)
  where account_id = $1 and id = $2
  on conflict do nothing`,
)
