/** "Read-only transaction": the server was the primary one before a failover, or will be soon. */
const READ_ONLY = '25006'
const UNAVAILABLE =
  /^(08|53|57P0)|^(25006|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/
const GONE =
  /Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|the database system is/

/** The database is gone, starting or full: the caller may try again. Nobody knows whether the last statement was committed. */
export function isUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && UNAVAILABLE.test(code)) || GONE.test(error.message)
}

/** The database answers, but it takes no writes. A new connection may reach another server that does. */
export const isReadOnly = (error: unknown) => error instanceof Error && 'code' in error && error.code === READ_ONLY

/** PostgreSQL refused the statement and rolled it back, so its work can be done in another way. */
export function isRolledBack(error: unknown) {
  return error instanceof Error && 'severity' in error && !isUnavailable(error)
}
