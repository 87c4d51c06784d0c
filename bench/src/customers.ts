import type { Company, Ground } from './ground.js'
import { requestBytes } from './clients/http-lane.js'
import { asking, compareSizes, type Asked } from './two-sizes.js'

const CUSTOMERS = 1_000_000
/** Customers of each company and of each tag, in accounts of any size. */
const OF_EACH_COMPANY = 100
const TAGGED = 500
/** Customers with the rare metadata value. */
const GOLDEN = 1_000

/** The requests of the customer pages, among a million customers against ten thousand. */
export const measureCustomers = (ground: Ground) =>
  compareSizes(ground, { name: 'customers', size: CUSTOMERS, fill, asked: ASKED })

const list = (filters: string) => `/api/customers?page_size=10&${filters}`
const segment = (...conditions: object[]) =>
  list(`filter=${encodeURIComponent(JSON.stringify({ match: 'all', conditions }))}`)
const EXPANDED = ['company', 'tags', 'notes', 'conversations', 'messages', 'issues']
  .map((part) => `expand[]=${part}`)
  .join('&')

const ASKED: Record<string, Asked> = {
  list: asking(list('page=1'), list('page=7'), list('include_anonymous=false')),
  search: asking(list('q=carla77'), list('q=arla77'), list('q=carla5123@example.com'), list('q=plan:gold')),
  'segment an index knows': asking(
    segment({ field: 'metadata', name: 'plan', operator: 'is', text: 'gold' }, { field: 'email', operator: 'exists' }),
  ),
  'segment no index knows': asking(
    segment({ field: 'metadata', name: 'seats', operator: 'at_least', number: 49 }),
    segment({ field: 'metadata', name: 'plan', operator: 'contains', text: 'bronze' }),
    segment({ field: 'email', operator: 'exists' }, { field: 'conversations', operator: 'at_most', number: 0 }),
  ),
  profile: async (ground, company) =>
    (await idsOf(ground, company, 'customers')).map((id) =>
      requestBytes(`/api/customers/${id}?${EXPANDED}`, company.token),
    ),
  'of a tag': async (ground, company) =>
    (await idsOf(ground, company, 'tags')).map((id) => requestBytes(list(`tag_id=${id}`), company.token)),
  'of a company': async (ground, company) =>
    (await idsOf(ground, company, 'companies')).map((id) => requestBytes(list(`company_id=${id}`), company.token)),
}

async function idsOf({ pool }: Ground, { account_id }: Company, table: 'customers' | 'tags' | 'companies') {
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${table} where account_id = $1 order by id limit 500`,
    [account_id],
  )
  return rows.map(({ id }) => id)
}

/**
 * Writes directly to the database: half have an email, all have a company, some have a tag. Customers seen last are
 * written last, as in a real account, where each visit rewrites its customer.
 */
async function fill({ pool }: Ground, { account_id }: Company, size: number) {
  const client = await pool.connect()
  try {
    await client.query(
      `insert into companies (account_id, name) select $1, 'Company ' || n from generate_series(1, $2::int) n`,
      [account_id, size / OF_EACH_COMPANY],
    )
    await client.query(`insert into tags (account_id, name) select $1, 'Tag ' || n from generate_series(1, 10) n`, [
      account_id,
    ])
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('customer_search_by_terms'::regclass) as definition`,
    )
    // Indexing and counting rows one by one would take minutes.
    await client.query('drop index customer_search_by_terms')
    await client.query('alter table customers disable trigger customers_counted')
    await client.query(
      `insert into customers (account_id, name, email, company_id, metadata, last_seen_at)
       select $1, 'Carla ' || n, case when n % 2 = 0 then 'carla' || n || '@example.com' end, c.id,
         jsonb_build_object('plan', case when n % $4::int = 0 then 'gold' else 'free' end, 'seats', n % 50),
         now() - n * interval '10 seconds'
       from (select id, row_number() over (order by id) as at from companies where account_id = $1) c,
         lateral generate_series(c.at, $2::int, $3::int) n
       order by n desc`,
      [account_id, size, size / OF_EACH_COMPANY, size / GOLDEN],
    )
    await client.query('alter table customers enable trigger customers_counted')
    await client.query(rows[0]?.definition ?? '')
    await client.query(
      `insert into customer_counts (account_id, has_email, change)
       select $1, has_email, $2::int / 2 from (values (true), (false)) as kinds (has_email)`,
      [account_id, size],
    )
    await client.query(
      `insert into customer_tags (account_id, customer_id, tag_id)
       select $1, c.id, t.id from tags t,
         lateral (select id from customers where account_id = $1 and t.id is not null order by random() limit $2) c
       where t.account_id = $1`,
      [account_id, TAGGED],
    )
    for (const table of ['companies', 'customers', 'customer_search', 'customer_tags'])
      await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release()
  }
}
