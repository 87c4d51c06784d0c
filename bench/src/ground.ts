import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import pg from 'pg'
import type { Seat } from './bare-statement.js'
import { startChild, type Child } from './child.js'
import { SERVER, startEmbeddedPostgres } from './server-parts.js'

/** The environment of a benchmark: a new embedded database, deleted afterwards, and a connection pool. */
export interface Ground {
  data_dir: string
  url: string
  pool: pg.Pool
  openPool(size: number): pg.Pool
  /** Scales a number to the length of the run (`--seconds`), but not below `least`. */
  scale(count: number, least?: number): number
  clear(): Promise<void>
}

/** `part`: the share of a whole run, up to 1. */
export async function prepareGround(part: number): Promise<Ground> {
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-bench-'))
  const postgres = await startEmbeddedPostgres({ data_dir })
  const pools: pg.Pool[] = []
  const openPool = (size: number) => {
    const pool = new pg.Pool({ connectionString: postgres.url, max: size })
    pools.push(pool)
    return pool
  }
  return {
    data_dir,
    url: postgres.url,
    pool: openPool(2),
    openPool,
    scale: (count, least = 1) => Math.max(Math.min(least, count), Math.round(count * part)),
    async clear() {
      for (const pool of pools) await pool.end()
      await postgres.stop()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

export interface Product {
  port: number
  process: Child
  stop(): Promise<void>
}

/** The built server as an operator runs it, in a process of its own. */
export async function startProduct(
  { data_dir }: Pick<Ground, 'data_dir'>,
  node_options: string[] = [],
  settings: Record<string, string> = {},
): Promise<Product> {
  const port = await freePort()
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: data_dir,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...settings,
  }
  const child = startChild(SERVER, env, node_options)
  await Promise.race([ready(port), child.failure])
  return { port, process: child, stop: () => child.stop() }
}

async function ready(port: number) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

export interface Company {
  account_id: string
  user_id: number
  token: string
  renew_token: string
}

export async function registerCompany({ port }: Product): Promise<Company> {
  const password = crypto.randomUUID()
  const user = {
    company_name: 'Acme',
    email: `ada-${crypto.randomUUID()}@acme.test`,
    password,
    password_confirmation: password,
  }
  const { token, renew_token } = await call<{ token: string; renew_token: string }>(
    `http://127.0.0.1:${port}/api/registration`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user }),
    },
  )
  const me = await call<{ id: number; account_id: string }>(`http://127.0.0.1:${port}/api/me`, {
    headers: { authorization: token },
  })
  return { account_id: me.account_id, user_id: me.id, token, renew_token }
}

/** As a signed-in user. */
export function post<T>({ port }: Product, { token }: Company, path: string, body?: object): Promise<T> {
  const headers = { authorization: token, ...(body && { 'content-type': 'application/json' }) }
  const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) }
  return call<T>(`http://127.0.0.1:${port}${path}`, init)
}

export const get = <T>({ port }: Product, { token }: Company, path: string) =>
  call<T>(`http://127.0.0.1:${port}${path}`, { headers: { authorization: token } })

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

/** Customers with one conversation each, written directly to the database. */
export async function seatCustomers(
  { pool }: Pick<Ground, 'pool'>,
  { account_id }: Company,
  count: number,
): Promise<Seat[]> {
  const { rows } = await pool.query<Seat>(
    `with customer as (
       insert into customers (account_id, name) select $1, 'Carla ' || n from generate_series(1, $2::int) n returning id
     )
     insert into conversations (account_id, customer_id) select $1, id from customer
     returning id as conversation_id, customer_id`,
    [account_id, count],
  )
  return rows
}
