import type { GoogleSheets, SheetExport, SheetRecord } from '@papercups/contract'
import type { ConnectionRow } from '../../../features/channels/chat-services/connections.js'
import type { Account } from '../../../platform/account.js'
import { COLUMNS, DEFAULT_COLUMNS } from './columns.js'
import { findSheets } from './settings.js'
import { listTabs } from './tab-state.js'

type CountedTab = NonNullable<(typeof listTabs)['row']>

export async function readSheets(account: Account): Promise<GoogleSheets | null> {
  const connection = await findSheets(account)
  if (!connection) return null
  const tabs = await account.run(listTabs, connection.id)
  const exportOf = (record: SheetRecord) =>
    toExport(
      record,
      tabs.find((tab) => tab.record === record),
    )
  return {
    object: 'google_sheets',
    id: connection.id,
    spreadsheet: toSpreadsheet(connection, tabs),
    exports: [exportOf('customers'), exportOf('conversations')],
  }
}

/** The link opens the first tab with rows. */
function toSpreadsheet({ channel_id, channel_name }: ConnectionRow, tabs: CountedTab[]) {
  if (!channel_id) return null
  const tab = tabs.find(({ title, is_on }) => title && is_on)
  const url = `https://docs.google.com/spreadsheets/d/${channel_id}/edit${tab ? `#gid=${tab.gid}` : ''}`
  return { id: channel_id, title: channel_name ?? '', url }
}

function toExport(record: SheetRecord, tab: CountedTab | undefined): SheetExport {
  return {
    record,
    is_on: tab?.is_on ?? false,
    tab: tab?.title ?? null,
    columns: tab?.columns ?? DEFAULT_COLUMNS[record],
    choices: Object.entries(COLUMNS[record]).map(([column, label]) => ({ column, label })),
    written: tab?.written ?? 0,
    waiting: tab?.waiting ?? 0,
    backfill: tab ? backfillOf(tab) : null,
  }
}

function backfillOf({ backfill_state, backfill_total, backfill_left }: CountedTab): SheetExport['backfill'] {
  if (!backfill_state) return null
  const is_done = backfill_state === 'writing' && backfill_left === 0
  const total = Math.max(backfill_total, backfill_left)
  return { state: is_done ? 'done' : backfill_state, total, written: total - backfill_left }
}
