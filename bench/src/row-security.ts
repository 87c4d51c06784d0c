import pg from 'pg'
import { storeBare, storeValues } from './bare-statement.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { storeMessage } from './server-parts.js'
import { rate, takeTurns } from './statistics.js'

const CONCURRENCY = 32
const CONVERSATIONS = 50
const ROUNDS = 12
const ROUND_MS = 1_200
const WARM_UP_MS = 4_000
/** After a change of policies every connection plans its statement again. */
const SETTLE_MS = 300

/**
 * The statement that stores a message behind row-level security, against the same statement without it. The account is set
 * before each statement, in the same packet: the cheapest way that holds for every query.
 */
export async function measureRowSecurity(ground: Ground) {
  const product = await startProduct(ground)
  const company = await registerCompany(product)
  const seats = await seatCustomers(ground, company, CONVERSATIONS)
  await product.stop()
  await addPolicies(ground.pool)
  const secured = await Promise.all(Array.from({ length: CONCURRENCY }, () => connect(ground.url)))
  const plain = ground.openPool(CONCURRENCY)
  const author = { user_id: company.user_id }

  let next = 0
  const pick = () => seats[(next += 1) % seats.length] as (typeof seats)[number]
  const behindWall = async (lane: number) => {
    const client = secured[lane] as pg.Client
    const { account_id } = company
    const account = client.query({ name: 'account', text: SET_ACCOUNT, values: [account_id] })
    const { name, text } = storeMessage.of_user
    const stored = client.query({ name, text, values: storeValues(account_id, pick(), author) })
    const [, { rowCount }] = await Promise.all([account, stored])
    if (rowCount !== 1) throw new Error('The message was not stored')
  }
  const ours = async (ms: number) => {
    await forcePolicies(ground.pool, 'force')
    await rate(SETTLE_MS, CONCURRENCY, behindWall)
    return rate(ms, CONCURRENCY, behindWall)
  }
  const limit = async (ms: number) => {
    await forcePolicies(ground.pool, 'no force')
    const store = () => storeBare(plain, company.account_id, pick(), author)
    await rate(SETTLE_MS, CONCURRENCY, store)
    return rate(ms, CONCURRENCY, store)
  }

  await ours(ground.scale(WARM_UP_MS))
  await limit(ground.scale(WARM_UP_MS))
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours: () => ours(ROUND_MS), limit: () => limit(ROUND_MS) })
  await Promise.all(secured.map((client) => client.end()))
  return toFigure({ name: 'row security', unit: 'messages/s', goal: { at_least: 0.95 }, rounds })
}

const SET_ACCOUNT = `select set_config('papercups.account_id', $1, false)`

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  client.on('error', () => {}) // a statement that fails says so itself
  await client.connect()
  return client
}

/** A policy for each table with an account. The server's role owns the tables, so policies hold for it only where they are forced. */
async function addPolicies(pool: pg.Pool) {
  for (const name of await ownedTables(pool)) {
    await pool.query(`alter table ${name} enable row level security`)
    await pool.query(
      `create policy own on ${name} using ((account_id = current_setting('papercups.account_id')::uuid) is true)`,
    )
  }
}

async function forcePolicies(pool: pg.Pool, force: 'force' | 'no force') {
  const names = await ownedTables(pool)
  await pool.query(names.map((name) => `alter table ${name} ${force} row level security`).join(';'))
}

async function ownedTables(pool: pg.Pool) {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  return rows.map(({ name }) => name)
}
