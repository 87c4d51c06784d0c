import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { AccountTransaction } from '../../../platform/account.js'
import { defineJob, type LoggedEvent } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'

/** New customers become rows, also visitors of the widget. */
export async function queueCustomers(account: AccountTransaction, events: LoggedEvent[]) {
  const created = events.filter(({ type, payload }) => type !== 'customer:visited' || payload.first === true)
  const ids = created.map(({ payload }) => String(payload.customer_id))
  if (ids.length > 0) await account.run(queueNewCustomers, ids)
}

/** A conversation becomes a row with its first message, so that the row can show it. */
export async function queueConversations(account: AccountTransaction, events: LoggedEvent[]) {
  const ids = events.flatMap(({ payload, conversation_id }) => (payload.seq === 1 ? (conversation_id ?? []) : []))
  if (ids.length > 0) await account.run(queueNewConversations, ids)
}

const queueNew = (record: 'customers' | 'conversations') =>
  defineStatement(
    `sheets.queue-new-${record}`,
    `insert into sheet_rows (account_id, tab_id, record_id, record_at)
     select $1, t.id, c.id, c.created_at from sheet_tabs t join ${record} c on c.account_id = t.account_id
     where t.account_id = $1 and t.record = '${record}' and t.is_on and c.id = any ($2::uuid[])
     on conflict do nothing`,
  )

const queueNewCustomers = queueNew('customers')
const queueNewConversations = queueNew('conversations')

/**
 * Queues the records that are not in the tab. One statement queues all, so new records stay behind them. A run after a crash
 * queues nothing twice.
 */
export const queueBackfill = defineJob({
  name: 'sheets.queue-backfill',
  input: Type.Object({ tab_id: Uuid }),
  key: ({ tab_id }) => tab_id,
  async run(account, { tab_id }) {
    await account.run(queueAllCustomers, tab_id)
    await account.run(queueAllConversations, tab_id)
  },
})

const queueAll = (record: 'customers' | 'conversations', condition: string) => `with tab as (
    select id from sheet_tabs
    where account_id = $1 and id = $2 and record = '${record}' and backfill_state = 'queueing' for no key update
  ), queued as (
    insert into sheet_rows (account_id, tab_id, record_id, record_at, is_backfill)
    select $1, tab.id, c.id, c.created_at, true from tab cross join ${record} c
    where c.account_id = $1 and ${condition} order by c.created_at, c.id
    on conflict do nothing returning record_id
  )
  update sheet_tabs set backfill_state = 'writing', backfill_total = (select count(*) from queued)
  where account_id = $1 and id in (select id from tab)`

const queueAllCustomers = defineStatement('sheets.queue-all-customers', queueAll('customers', 'true'))

const queueAllConversations = defineStatement(
  'sheets.queue-all-conversations',
  queueAll('conversations', 'c.last_seq > 0'),
)

export const beginBackfill = defineStatement<{ id: string }>(
  'sheets.begin-backfill',
  `update sheet_tabs set backfill_state = 'queueing', backfill_total = 0
   where account_id = $1 and connection_id = $2 and record = $3 and is_on returning id`,
)

/** Rows that are being written now stay. */
export const stopBackfill = defineStatement(
  'sheets.stop-backfill',
  `with tab as (
    select id from sheet_tabs
    where account_id = $1 and connection_id = $2 and record = $3 and backfill_state in ('queueing', 'writing')
    for no key update
  ), forgotten as (
    delete from sheet_rows r using tab
    where r.account_id = $1 and r.tab_id = tab.id and r.is_backfill and r.written_at is null and not r.begun
    returning r.record_id
  )
  update sheet_tabs set backfill_state = 'stopped',
    backfill_total = greatest(0, backfill_total - (select count(*) from forgotten))
  where account_id = $1 and id in (select id from tab)`,
)
