import type { Queryable } from './in-turn.js'

/** A session of PostgreSQL. After a restart or a failover somebody else's session may have the same pid. */
export interface Session {
  pid: number
  backend_start: string
}

const OWN = 'select pid, backend_start::text from pg_stat_activity where pid = pg_backend_pid()'
const END = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = $1 and backend_start = $2::timestamptz and usename = current_user`

export async function readSession(connection: Queryable): Promise<Session | undefined> {
  return (await connection.query<Session>(OWN)).rows[0]
}

/** Ends a session of ours, if it is still there. */
export async function endSession(connection: Queryable, { pid, backend_start }: Session) {
  await connection.query(END, [pid, backend_start])
}
