import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.js'
import { watchAnswers } from './lost-answers.js'
import { isReadOnly } from '../is-unavailable.js'
import { nameOfStatement } from '../statement.js'
import type { DB } from './tables.js'

const { builtins } = pg.types

const INT8_ARRAY = 1016
const parseNumbers = (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(Number)

/** Instants become Dates, big integers numbers (ours stay far below 2^53), dates stay text. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.INT8) return Number as never
    if (oid === INT8_ARRAY) return parseNumbers as never
    if (oid === builtins.DATE) return String as never
    return pg.types.getTypeParser(oid, format as 'text') as never
  },
}

export interface Database {
  pool: pg.Pool
  db: Kysely<DB>
  close(): Promise<void>
}

export function openDatabase(url: string, size: number, log: Log, patience_ms?: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'papercups',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Without a listener the process dies when PostgreSQL goes away under an idle connection.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  // The same for a connection in use. Its query fails with the error, so nothing is to do here.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', prepareStatements)
  pool.on('connect', leaveReadOnlyServer)
  const answers = watchAnswers(pool, { url, log, patience_ms })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const close = () => {
    answers.close()
    return pool.end()
  }
  return { pool, db, close }
}

/** After a failover the old server may keep our connections and refuse every write. The pool takes no ended connection back. */
function leaveReadOnlyServer(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const watched = (...given: unknown[]) => {
    const answer = query(...given)
    if (answer instanceof Promise) answer.catch((error: unknown) => void (isReadOnly(error) && client.end()))
    return answer
  }
  client.query = watched as typeof client.query
}

/** Planning a long statement takes longer than running it, so each connection plans it once. */
function prepareStatements(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const prepared = (text: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? nameOfStatement(text) : undefined
    return name ? query({ name, text, values: rest[0] }, ...rest.slice(1)) : query(text, ...rest)
  }
  client.query = prepared as typeof client.query
}
