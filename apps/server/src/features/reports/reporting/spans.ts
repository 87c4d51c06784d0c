import { defineStatement } from '../../../platform/statement.js'

/** Days, or parts of days, whose rows are counted. */
export const SPANS = `unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as span (day, from_time, to_time)`

/**
 * The rows that were created in a span, joined to it. The order makes PostgreSQL find them by an index: for many spans it
 * would rather compare each row of the account with each of them.
 */
export const createdInSpan = (table: 'messages' | 'report_conversations', alias: string) => `join lateral (
    select * from ${table} where account_id = $1 and created_at >= span.from_time and created_at < span.to_time
    order by created_at desc offset 0
  ) as ${alias} on true`

/**
 * A statement with `SPANS`. A plan that was made while the tables were small would read all of their rows for each of hundreds
 * of spans, and every report would wait until the days are stored.
 */
export const defineForSpans = <R>(name: string, text: string) => defineStatement<R>(name, text, { replanned: true })
