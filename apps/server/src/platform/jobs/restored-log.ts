import type pg from 'pg'
import type { Log } from '../log.js'
import { READER } from './event-log.js'

/** True when the log has transaction ids that this PostgreSQL server has not given out yet. */
const IS_RESTORED = `select greatest((select max(txid) from events), (select max(last_txid) from event_readers))
  >= pg_snapshot_xmax(pg_current_snapshot()) as is_restored`

/**
 * The log is read in the order of PostgreSQL's transaction ids. A dump that is restored on another server brings the ids of the
 * old one. If the new server's are lower, new events would count as read already. So the events get new numbers: 0 for those
 * that were read, 1 for the others.
 */
export async function renumberRestoredEvents(pool: pg.Pool, log: Log) {
  if (!(await isRestored(pool))) return
  log.warn(
    'the database was restored from another PostgreSQL server: numbering its event log anew, which may take minutes',
  )
  const client = await pool.connect()
  // The pool does not listen to a client in use. The failing query reports the error.
  client.on('error', () => undefined)
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await renumber(client)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

async function isRestored(db: pg.Pool | pg.PoolClient) {
  const { rows } = await db.query<{ is_restored: boolean | null }>(IS_RESTORED)
  return rows[0]?.is_restored === true
}

/** Reader first, then the log: the reader takes its locks in the same order. */
async function renumber(client: pg.PoolClient) {
  await client.query('insert into event_readers (name) values ($1) on conflict do nothing', [READER])
  const { rows } = await client.query<{ last_txid: string; last_event_id: string }>(
    'select last_txid::text, last_event_id::text from event_readers where name = $1 for update',
    [READER],
  )
  await client.query('lock table events in access exclusive mode')
  const [reader] = rows
  // Another process that started at the same time has done it.
  if (!reader || !(await isRestored(client))) return
  const { last_txid, last_event_id } = reader
  const missed = await findMissed(client, last_txid)
  // It writes the table and its indexes once, in order. An update would write each row and all its index entries again.
  await client.query(`alter table events alter column txid type xid8 using case
    when (txid, id) > ('${last_txid}'::xid8, ${last_event_id}) or ${missed} then '1'::xid8 else '0'::xid8 end`)
  await client.query(
    `update event_readers set last_txid = '0', updated_at = now(),
       last_event_id = coalesce((select max(id) from events where txid = '0'), 0) where name = $1`,
    [READER],
  )
}

/** A condition for events that this server wrote while the cursor, still the old server's, was ahead of them. */
async function findMissed(client: pg.PoolClient, last_txid: string) {
  const { rows } = await client.query<{ next_txid: string; last_old_id: string }>(
    `select next_txid::text, coalesce(
       (select id from events where txid >= next_txid order by id desc limit 1),
       (select last_event_id from event_readers where name = $1))::text as last_old_id
     from pg_snapshot_xmax(pg_current_snapshot()) next_txid where $2::xid8 >= next_txid`,
    [READER, last_txid],
  )
  const [found] = rows
  return found ? `(txid < '${found.next_txid}'::xid8 and id > ${found.last_old_id})` : 'false'
}
