import pg from 'pg'
import type { Log } from '../log.js'

const PATIENCE_MS = 5_000
const CONNECT_MS = 10_000

/** Whether the server works on a query, and does not wait for the client. */
const BUSY = `state = 'active' and wait_event_type is distinct from 'Client'`

/**
 * After a restart or a failover somebody else's session may have the same pid. Its age tells them apart: a session of ours is
 * as old as our connection, or older by the time that connecting took (then, and now to ask).
 */
const END_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  join unnest($1::int[], $2::float8[]) lost (pid, age_ms) using (pid)
  where usename = current_user and extract(epoch from clock_timestamp() - backend_start) * 1000
    between age_ms - 1000 and age_ms + 1000 + ${2 * CONNECT_MS}`

export interface AnswerOptions {
  url: string
  log: Log
  /** A query that takes longer is looked at. */
  patience_ms?: number
}

/**
 * A network can drop a connection silently, and a query would wait forever. When a query takes long, we ask PostgreSQL over a
 * new connection whether it works on it. If not, twice in a row, the connection is closed on both sides: the query fails, and
 * PostgreSQL releases its locks. Long queries are left alone.
 */
export function watchAnswers(pool: pg.Pool, { url, log, patience_ms = PATIENCE_MS }: AnswerOptions) {
  /** When the clients that wait for an answer asked. */
  const asked = new Map<pg.PoolClient, number>()
  let suspects = new Map<pg.PoolClient, number>()
  const connected_at = new WeakMap<pg.PoolClient, number>()

  pool.on('connect', (client) => {
    connected_at.set(client, performance.now())
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const noted = (...given: unknown[]) => {
      asked.set(client, performance.now())
      return query(...given)
    }
    client.query = noted as typeof client.query
    client.on('drain', () => asked.delete(client))
    client.on('end', () => asked.delete(client))
  })

  const check = async () => {
    const late = [...asked].filter(([, since]) => performance.now() - since > patience_ms)
    const idle = late.length > 0 ? await findIdle(late.map(([client]) => client)) : new Set()
    const suspected = new Map(late.filter(([client, since]) => idle.has(client) && asked.get(client) === since))
    const lost = [...suspected].filter(([client, since]) => suspects.get(client) === since).map(([client]) => client)
    suspects = suspected
    if (lost.length > 0) await endConnections(lost)
  }

  async function findIdle(clients: pg.PoolClient[]) {
    const sql = `select pid from pg_stat_activity where pid = any($1) and ${BUSY}`
    const busy = await ask<{ pid: number }>(sql, [clients.map(pidOf)])
    const pids = new Set(busy.map(({ pid }) => pid))
    return new Set(clients.filter((client) => !pids.has(pidOf(client) ?? 0)))
  }

  async function endConnections(clients: pg.PoolClient[]) {
    log.warn({ connections: clients.length }, 'database connections give no answer: ending them')
    for (const client of clients) void client.end()
    const ages = clients.map((client) => performance.now() - (connected_at.get(client) ?? 0))
    await ask(END_SESSIONS, [clients.map(pidOf), ages])
  }

  /** Not through the pool: all of its connections may be lost. */
  async function ask<T extends pg.QueryResultRow>(sql: string, values: unknown[]) {
    const times = { connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS }
    const client = new pg.Client({ connectionString: url, application_name: 'papercups probe', ...times })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<T>(sql, values)).rows
    } finally {
      void client.end()
    }
  }

  let checking: Promise<void> | undefined
  const timer = setInterval(() => {
    // While the database cannot be asked, nobody knows; the next check may.
    checking ??= check()
      .catch(() => undefined)
      .finally(() => (checking = undefined))
  }, patience_ms).unref()
  return { close: () => clearInterval(timer) }
}

const pidOf = (client: pg.PoolClient) => (client as { processID?: number }).processID
