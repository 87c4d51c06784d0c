import type pg from 'pg'

/** A pool, or a connection that sends its queries in turn. */
export interface Queryable {
  query<R extends pg.QueryResultRow>(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>>
}

/** Sends the queries of a connection one after the other. pg still queues them by itself, but its next version does not. */
export function inTurn(client: pg.Client): Queryable {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query<R extends pg.QueryResultRow>(text: string | pg.QueryConfig, values?: unknown[]) {
      const answer = last.then(() => client.query<R>(text, values))
      last = answer.catch(() => undefined)
      return answer
    },
  }
}
