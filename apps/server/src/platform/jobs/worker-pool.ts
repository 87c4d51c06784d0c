import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { isUnavailable } from '../is-unavailable.js'

const PAUSE_MS = 250
/** The queue's names of the statements that store how a job ended. */
const ENDS_JOB = /^(complete|fail)_job/
/** "Serialization failure": after this code the queue tries a statement again soonest. */
const TRY_AGAIN = '40001'

/**
 * The pool for the queue's workers. The queue stores how a job ended without looking at the outcome: a lost connection
 * would be an unhandled rejection, which ends the process, and would leave the job locked. So connecting waits until the
 * database is back, and these statements are tried again.
 */
export function createWorkerPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    for (;;) {
      try {
        return retryEndings(await pool.connect())
      } catch (error) {
        if (pool.ending) return new Promise<never>(() => {}) // the process stops; another one releases the job
        if (!isUnavailable(error)) throw error
        await delay(PAUSE_MS, undefined, { ref: false })
      }
    }
  }
  return override(pool, {
    connect: (callback?: Parameters<pg.Pool['connect']>[0]) => (callback ? pool.connect(callback) : connect()),
  })
}

function retryEndings(client: pg.PoolClient) {
  const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    try {
      return await client.query(statement, values)
    } catch (error) {
      const name = typeof statement === 'string' ? '' : statement.name
      if (!ENDS_JOB.test(name ?? '') || !isUnavailable(error)) throw error
      throw Object.assign(new Error('The end of a job could not be stored', { cause: error }), { code: TRY_AGAIN })
    }
  }
  return override(client, { query })
}

const override = <T extends object>(target: T, overrides: object): T =>
  new Proxy(target, { get: (_, key) => Reflect.get(key in overrides ? overrides : target, key) as unknown })
