import { sql, type Kysely } from 'kysely'
import type { DB } from '../database/tables.js'
import type { Log } from '../log.js'
import { horizon } from './event-horizon.js'
import { READER } from './event-log.js'

const LOOK_EVERY_MS = 60_000
/** The log is read within a second. Events that wait longer than this are worth a warning. */
const LATE_SECONDS = 60

interface Delay {
  seconds: number
  /** The event waits until an older transaction ends. */
  is_held: boolean
}

const NONE: Delay = { seconds: 0, is_held: false }

/** How long the first unread event has waited for its reactions. */
export async function findReadingDelay(db: Kysely<DB>): Promise<Delay> {
  const { rows } = await sql<Delay>`
    select extract(epoch from now() - created_at)::float8 as seconds, txid >= ${horizon} as is_held
    from event_readers, lateral (
      select created_at, txid from events where (txid, id) > (last_txid, last_event_id) order by events.txid, id limit 1
    ) first_unread where name = ${READER}`.execute(db)
  return rows[0] ?? NONE
}

/** A sentence for operators, or undefined while the log is read in time. */
export async function describeReadingDelay(db: Kysely<DB>) {
  const { seconds, is_held } = await findReadingDelay(db)
  if (seconds < LATE_SECONDS) return undefined
  const reason = is_held ? ' A database transaction does not end: the log names it.' : ''
  return `Background work is ${Math.floor(seconds / 60)} min late: emails, webhooks and integrations wait.${reason}`
}

/** Logs once a minute that events wait, and for which transaction. */
export function logReadingDelay(db: Kysely<DB>, log: Log) {
  const timer = setInterval(() => void logIfLate(db, log).catch(() => undefined), LOOK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}

/** Exported for its test. */
export async function logIfLate(db: Kysely<DB>, log: Pick<Log, 'warn'>) {
  const { seconds, is_held } = await findReadingDelay(db)
  if (seconds < LATE_SECONDS) return
  const fields = { seconds: Math.floor(seconds), ...(is_held && { oldest_transaction: await findOldest(db) }) }
  log.warn(fields, is_held ? 'background work waits for a database transaction to end' : 'background work is late')
}

/** The transaction that events wait for. Of other roles PostgreSQL may hide state and age. */
async function findOldest(db: Kysely<DB>) {
  const { rows } = await sql<Record<string, string | number | null>>`
    with oldest as materialized (select ${horizon}::xid as xid)
    select pid, datname as database, usename as role, application_name as name, state,
      extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity where backend_xid = (select xid from oldest)
    union all
    select null, database, owner, gid, 'prepared', extract(epoch from now() - prepared)::int
    from pg_prepared_xacts where transaction = (select xid from oldest)`.execute(db)
  return rows[0]
}
