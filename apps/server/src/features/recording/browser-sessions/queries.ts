import type { BrowserSessionFilters, ListedBrowserSession } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstantOrNull } from '../../../platform/wire-time.js'
import { toCustomerBasic } from '../../people/customers/present.js'
import { toBrowserSession } from './present.js'

export function getSession(account: Account, id: string) {
  const session = account.from('browser_sessions').selectAll().where('id', '=', id)
  return session.executeTakeFirstOrThrow(() => notFound('Session'))
}

/** Last changed first. */
export async function listSessions(account: Account, filters: BrowserSessionFilters, limit: number) {
  const found = filtered(account, filters).selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc')
  return withCustomers(account, await found.limit(limit).execute())
}

export async function countSessions(account: Account, filters: BrowserSessionFilters) {
  const counted = filtered(account, filters).select(({ fn }) => fn.countAll<number>().as('count'))
  const { count } = await counted.executeTakeFirstOrThrow()
  return Number(count)
}

function filtered(account: Account, { ids, customer_id, active }: BrowserSessionFilters) {
  let sessions = account.from('browser_sessions')
  if (ids) sessions = sessions.where('id', 'in', ids.length > 0 ? ids : [null])
  if (customer_id) sessions = sessions.where('customer_id', '=', customer_id)
  if (typeof active === 'boolean') sessions = sessions.where('finished_at', active ? 'is' : 'is not', null)
  return sessions
}

type SessionRow = Awaited<ReturnType<typeof getSession>>

export async function withCustomers(account: Account, rows: SessionRow[]): Promise<ListedBrowserSession[]> {
  const ids = [...new Set(rows.flatMap(({ customer_id }) => customer_id ?? []))]
  const customers = ids.length > 0 ? await account.from('customers').selectAll().where('id', 'in', ids).execute() : []
  const customerOf = new Map(customers.map((row) => [row.id, toCustomerBasic(row)]))
  const spans = await account.run(
    recordedSpans,
    rows.map(({ id }) => id),
  )
  const spanOf = new Map(spans.map((span) => [span.id, span]))
  return rows.map((row) => {
    const span = spanOf.get(row.id)
    return {
      ...toBrowserSession(row),
      customer: customerOf.get(row.customer_id ?? '') ?? null,
      recorded: span !== undefined,
      last_event_at: toInstantOrNull(span?.last_at ?? null),
      duration_ms: span ? span.last_at.getTime() - span.first_at.getTime() : null,
    }
  })
}

const recordedSpans = defineStatement<{ id: string; first_at: Date; last_at: Date }>(
  'browser-sessions.recorded-spans',
  `select browser_session_id as id, min(first_at) as first_at, max(last_at) as last_at from recording_chunks
   where account_id = $1 and browser_session_id = any($2::uuid[]) group by browser_session_id`,
)
