import { sql } from 'kysely'

/**
 * Events are read up to the oldest transaction that is still running and may write some. PostgreSQL's snapshot lists the
 * running transactions of the whole server, so those of other databases are left out: one that nobody ends would stop all
 * delayed work. A transaction whose database is not known counts.
 *
 * The snapshot is taken before the list of sessions is read, so a session that has one of its transaction ids is listed with the
 * right database. PostgreSQL keeps the list until the transaction ends, so use this only once in a transaction.
 */
export const horizon = sql<string>`(
  select coalesce(min(running), pg_snapshot_xmax(pg_current_snapshot())) from pg_snapshot_xip(pg_current_snapshot()) running
  where not exists (
      select from pg_stat_activity where backend_xid = running::xid and datname <> current_database())
    and not exists (
      select from pg_prepared_xacts where transaction = running::xid and database <> current_database()))`
