import type pg from 'pg'
import { StartupError } from '../startup-error.js'

const ROUNDS = 3

/**
 * Stops the start behind a pooler that gives each transaction another connection (PgBouncer's transaction mode). Locks of a
 * session would hang or be lost there, and notices would not arrive. Two clients that are connected at the same time and reach
 * the same connection of the database prove it. A busy pooler may still pass.
 */
export async function refuseTransactionPooler(pool: pg.Pool) {
  const first = await pool.connect()
  try {
    const second = await pool.connect()
    try {
      for (let round = 0; round < ROUNDS; round++) {
        if ((await backendOf(first)) === (await backendOf(second))) throw new StartupError(REFUSAL)
      }
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
}

const REFUSAL =
  'DATABASE_URL leads to a connection pooler in transaction mode, with which Papercups cannot work. ' +
  'Use the direct address of the database, or a pooler in session mode.'

async function backendOf(client: pg.PoolClient) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
