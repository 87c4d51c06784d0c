import pg from 'pg'

/*
 * Loaded into the server's process before its own code. After `{ reports: false }` the reader of the event log skips the
 * statements that keep reports current, so that their cost can be measured.
 */

/** pg's methods are overloaded, which the wrapper does not have to know. */
type Query = (this: pg.Client, ...values: unknown[]) => unknown

let isOn = true
process.on('message', (message: { reports?: boolean }) => {
  if (typeof message === 'object' && message.reports !== undefined) isOn = message.reports
})

const client = pg.Client.prototype as unknown as { query: Query }
const { query } = client
client.query = function (...values) {
  const [first] = values as [{ name?: string } | undefined]
  if (!isOn && first?.name?.startsWith('reporting.')) return Promise.resolve({ rows: [], rowCount: 0 })
  return query.apply(this, values)
}
